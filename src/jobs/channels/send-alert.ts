// Sends the operator an e-mail when a channel begins to refuse a connection, at most one an hour.

import { claimAlert, releaseAlert } from '../../pms/channel-sync/alerts.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { getProperty } from '../../pms/properties.ts';
import type { ConnectionWorkerOptions } from './load-cycles.ts';

/** Never throws: if the server refuses the mail, that is logged, and the alert may be sent later. */
export async function sendAlert(
  { context, processId, signal }: Pick<ConnectionWorkerOptions, 'context' | 'processId' | 'signal'>,
  key: ConnectionKey,
  message: string,
): Promise<void> {
  const { db, mailer, alertEmail = null, log, calendarDomain } = context;
  if (!mailer || alertEmail === null) return;
  const { hotelId, channel } = key;
  try {
    const at = context.now();
    const { name, testUntil } = await getProperty(db, hotelId);
    if (testUntil || !(await claimAlert(db, { ...key, processId }, at))) return;
    try {
      await mailer.send({
        to: alertEmail,
        fromName: 'innwire',
        replyTo: null,
        subject: `${name}: ${channel} refuses the connection`,
        text: [
          `Property ${hotelId} (${name}), channel ${channel}:`,
          message,
          'Until then sales here may not reach the channel, and its reservations may not reach innwire.',
          `Look at it: innwire channel show ${channel} --property ${hotelId}`,
        ].join('\n\n'),
        messageId: `<alert-${hotelId}-${channel}-${at.epochMilliseconds}@${calendarDomain}>`,
      });
    } catch (error) {
      await releaseAlert(db, key);
      throw error;
    }
  } catch (error) {
    if (!signal.aborted)
      log.warn({ err: error, ...key }, 'the e-mail about a refused connection could not be sent');
  }
}
