// Notices for the operator about the whole installation, printed at the
// start: what is paused, what cannot be sent.
import type { Queryable } from '../db/database.ts';
import { REPLY_VALID_DAYS } from '../model/message.ts';
import { countPausedConnections, readInstallationPause } from './pause.ts';

/** Returns the notices, one sentence each. `mailer`: this process can send e-mail. */
export async function readNotices(db: Queryable, { mailer }: { mailer: boolean }): Promise<string[]> {
  const [pause, { paused, total }, emails] = await Promise.all([
    readInstallationPause(db),
    countPausedConnections(db),
    readWaitingEmails(db),
  ]);
  const notices: string[] = [];
  if (pause) {
    notices.push(
      `PAUSED: ${pause.reason}. Channels, calendars, webhooks and e-mails stay untouched (${paused} of ${total} connections) until "innwire channel resume": first make sure that no other innwire uses the same connections.`,
    );
  } else if (paused > 0) {
    notices.push(
      `${paused} of ${total} connections are paused: "innwire channel list" says why, "innwire channel resume CHANNEL" resumes one.`,
    );
  }
  if (!mailer) {
    notices.push(
      `E-mail is not set up: replies to guests who booked directly wait (${emails.count} now), and fail after ${REPLY_VALID_DAYS} days. Set SMTP_URL and MAIL_FROM.`,
    );
  }
  return notices;
}

type WaitingEmails = { count: number; since: Temporal.Instant | null; reason: string | null };

/**
 * Returns how many replies to direct guests are queued in all properties but the sample
 * one, since when, and why the oldest was not sent.
 */
export async function readWaitingEmails(db: Queryable): Promise<WaitingEmails> {
  const [row] = await db.query<{ count: number; since: Temporal.Instant | null; reason: string | null }>(
    `select count(*)::int as count, min(replied_at) as since,
       (array_agg(delivery_error order by replied_at, message_id))[1] as reason
     from messages as message
     join properties as property on property.hotel_id = message.hotel_id and property.sandbox_at is null
     where message.delivery = 'queued' and message.channel = 'direct'`,
  );
  return row!;
}
