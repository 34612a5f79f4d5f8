// Sends the operator an e-mail when a channel begins to refuse a connection, or when something is wrong with an OTA behind
// it: of each at most one an hour.

import { describeOtaProblem } from '../../model/connected-ota.ts';
import type { Property } from '../../model/property.ts';
import { claimAlert, releaseAlert } from '../../pms/channel-sync/alerts.ts';
import { claimOtaAlerts, releaseOtaAlerts } from '../../pms/channel-sync/otas.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { getProperty } from '../../pms/properties.ts';
import type { JobContext } from '../context.ts';
import type { Cycle } from './cycle.ts';
import type { ConnectionWorkerOptions } from './load-cycles.ts';

/** Never throws: if the server refuses the mail, that is logged, and the alert may be sent later. */
export async function sendAlert(
  { context, processId, signal }: Pick<ConnectionWorkerOptions, 'context' | 'processId' | 'signal'>,
  key: ConnectionKey,
  message: string,
): Promise<void> {
  const { db, log } = context;
  const { channel } = key;
  try {
    const at = context.now();
    const property = await alertedProperty(context, key);
    if (!property || !(await claimAlert(db, { ...key, processId }, at))) return;
    await send(context, key, {
      at,
      property,
      subject: `${channel} refuses the connection`,
      paragraphs: [
        message,
        'Until then sales here may not reach the channel, and its reservations may not reach innwire.',
      ],
      release: () => releaseAlert(db, key),
    });
  } catch (error) {
    if (!signal.aborted)
      log.warn({ err: error, ...key }, 'the e-mail about a refused connection could not be sent');
  }
}

/**
 * Sends what is wrong with OTAs behind the channel of which the operator was not alerted yet, without waiting for the mail server.
 * Returns whether there was nothing to send; else it is to be called again, because the server may refuse the mail.
 */
export async function sendOtaAlert({ context, lease }: Pick<Cycle, 'context' | 'lease'>): Promise<boolean> {
  const { db, log } = context;
  const { hotelId, channel } = lease;
  const property = await alertedProperty(context, lease);
  if (!property) return true;
  const at = context.now();
  const problems = await claimOtaAlerts(db, lease, at);
  if (problems === 'waiting') return false;
  if (problems.length === 0) return true;
  const names = [...new Set(problems.map(({ ota, name }) => name ?? ota ?? channel))];
  void send(context, lease, {
    at,
    property,
    subject: `${channel} reports a problem with ${names.join(', ')}`,
    paragraphs: [
      ...problems.map((problem) => `${describeOtaProblem(problem, problem, channel)}.`),
      `What is mended there, and does not end here by itself, ends by: innwire channel dismiss ${channel} --property ${hotelId}`,
    ],
    release: () => releaseOtaAlerts(db, lease, at),
  }).catch((error) =>
    log.warn({ err: error, hotelId, channel }, 'the e-mail about OTAs behind a channel could not be sent'),
  );
  return false;
}

/** Returns the property if somebody is alerted about it. */
async function alertedProperty(
  { db, mailer, alertEmail = null }: JobContext,
  { hotelId }: ConnectionKey,
): Promise<Property | null> {
  if (!mailer || alertEmail === null) return null;
  const property = await getProperty(db, hotelId);
  return property.testUntil ? null : property;
}

type AlertMail = {
  at: Temporal.Instant;
  property: Pick<Property, 'name'>;
  subject: string;
  paragraphs: readonly string[];
  /** Called when the server refuses the mail. */
  release(): Promise<void>;
};

/** Throws what the mail server refuses. */
async function send(
  { mailer, alertEmail, calendarDomain }: JobContext,
  { hotelId, channel }: ConnectionKey,
  { at, property: { name }, subject, paragraphs, release }: AlertMail,
): Promise<void> {
  try {
    await mailer!.send({
      to: alertEmail!,
      fromName: 'innwire',
      replyTo: null,
      subject: `${name}: ${subject}`,
      text: [
        `Property ${hotelId} (${name}), channel ${channel}:`,
        ...paragraphs,
        `Look at it: innwire channel show ${channel} --property ${hotelId}`,
      ].join('\n\n'),
      messageId: `<alert-${hotelId}-${channel}-${at.epochMilliseconds}@${calendarDomain}>`,
    });
  } catch (error) {
    await release();
    throw error;
  }
}
