// Files that guests attached to messages: they stay at the channel, and are read from there when somebody opens them.
import type { Database } from '../db/database.ts';
import type { MessageAttachment } from '../model/message.ts';
import { Problem } from '../problems.ts';
import { type LoadedConnection, loadConnection } from './channel-sync/load-connection.ts';

/** An attachment, and the connection that reads it. */
type WantedAttachment = {
  db: Database;
  loaded: LoadedConnection;
  /** as the channel reported it */
  externalAttachment: string;
};

/** Reads an attachment from its channel. `failed`: with the reason, for people. */
export type AttachmentReader = (
  wanted: WantedAttachment,
) => Promise<{ kind: 'read'; type: string | null; content: Buffer } | { kind: 'failed'; reason: string }>;

type OpenedAttachment = { attachment: MessageAttachment; type: string | null; content: Buffer };

/**
 * Returns the content of an attachment. Throws `unknown_attachment`, and `attachment_not_read` when the channel is not connected any
 * more, or did not answer the file. `read` absent = this process calls no channels.
 */
export async function readAttachment(
  db: Database,
  { hotelId, now, read }: { hotelId: number; now: Temporal.Instant; read: AttachmentReader | undefined },
  wanted: { messageId: number; attachmentId: number },
): Promise<OpenedAttachment> {
  const [row] = await db.query<{
    attachments: readonly MessageAttachment[];
    attachment_addresses: readonly string[];
    message_channel: string;
    channel: string | null;
  }>(
    `select message.attachments, message.attachment_addresses, message.channel as message_channel, connection.channel
     from messages as message
     left join reservations as stay on stay.hotel_id = $1 and stay.reservation_id = message.reservation_id
     left join inquiries as inquiry on inquiry.hotel_id = $1 and inquiry.inquiry_id = message.inquiry_id
     left join connections as connection on connection.hotel_id = $1
       and connection.channel = coalesce(stay.connection, inquiry.connection)
     where message.hotel_id = $1 and message.message_id = $2`,
    [hotelId, wanted.messageId],
  );
  const place = row?.attachments.findIndex(({ id }) => id === wanted.attachmentId) ?? -1;
  const attachment = row?.attachments[place];
  const externalAttachment = row?.attachment_addresses[place];
  if (!row || !attachment || externalAttachment === undefined)
    throw new Problem('unknown_attachment', wanted);
  if (row.channel === null || !read)
    throw new Problem('attachment_not_read', {
      case: 'disconnected',
      channel: row.channel ?? row.message_channel,
    });
  const loaded = await loadConnection(db, { hotelId, channel: row.channel }, now);
  const answer = await read({ db, loaded, externalAttachment });
  if (answer.kind === 'failed')
    throw new Problem('attachment_not_read', { case: 'failed', channel: row.channel, reason: answer.reason });
  return { attachment, type: answer.type, content: answer.content };
}
