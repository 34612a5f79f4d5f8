// Converts the integration status and the pauses to public records.
import type { Static } from 'typebox';
import { endangeredOtas } from '../model/connected-ota.ts';
import type { IntegrationStatus } from '../pms/status.ts';
import { presentCause } from './cause-record.ts';
import { presentMoment, presentPause, presentSubscription } from './present.ts';
import type { statusSchema } from './records.ts';

export function presentStatus(from: IntegrationStatus, now: Temporal.Instant): Static<typeof statusSchema> {
  return {
    hotel_id: from.property.hotelId,
    status: from.status,
    channels: Object.fromEntries(
      from.connections.map((connection) => [connection.channel, connection.state]),
    ),
    last_sync: from.lastSyncAt && presentMoment(from.lastSyncAt),
    subscription: presentSubscription(from.property),
    channel_details: Object.fromEntries(
      from.connections.map((connection) => [
        connection.channel,
        {
          sync: {
            pending_nights: connection.pending.nights,
            oldest_pending_seconds:
              connection.pending.since &&
              Math.max(0, Math.round(now.since(connection.pending.since).total('seconds'))),
            last_error: connection.lastError,
            rejected_nights: connection.refusedNights,
            failing_otas: endangeredOtas(connection.otas).map(
              ({ ota: { ota, name } }) => ota ?? name ?? connection.channel,
            ),
            last_error_cause: presentCause(connection.lastErrorCause),
          },
          paused: connection.paused && presentPause(connection.paused),
        },
      ]),
    ),
    conflicts: from.conflicts,
    paused: from.paused && presentPause(from.paused),
    queued_replies: {
      count: from.replies.count,
      oldest_seconds:
        from.replies.since && Math.max(0, Math.round(now.since(from.replies.since).total('seconds'))),
      reason: from.replies.reason,
      reason_cause: presentCause(from.replies.cause),
    },
  };
}
