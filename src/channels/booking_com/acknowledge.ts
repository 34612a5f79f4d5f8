// Acknowledges reservations to Booking.com, at the address they came from and with all their numbers. Each
// request has one reservation: a stale one would make Booking.com refuse the others of its request.
import type { ChannelReservation } from '../../model/channel-records.ts';
import type { Acknowledgement, ConnectionView, Verdict, WireResponse } from '../channel.ts';
import { ok } from '../responses.ts';
import { el, writeXml } from '../xml.ts';
import { decodeSuccess } from './read-response.ts';
import type { Receipt } from './reservations.ts';
import { QUEUES } from './reservations.ts';
import { address, OTA, settingsOf, xmlHeaders } from './settings.ts';

export function acknowledgeReservations(
  items: readonly ChannelReservation[],
  connection: ConnectionView,
  now: Temporal.Instant,
): Acknowledgement<ChannelReservation>[] {
  // Copies of a reservation that was delivered more than once are one message to the queue.
  return [...Map.groupBy(items, ({ receipt }) => receipt).values()].map((same) => {
    const { queue, ids } = JSON.parse(same[0]!.receipt) as Receipt;
    const { name, list, item: element } = QUEUES[queue];
    const numbers = ids.map(({ value, source, type }) =>
      el('HotelReservationID', { ResID_Value: value, ResID_Source: source, ResID_Type: type }),
    );
    return {
      operation: 'acknowledgement',
      method: 'POST',
      url: address(connection, 'reservations', `/hotels/ota/${name}`),
      headers: xmlHeaders(connection),
      body: writeXml(
        el(
          `${name}RS`,
          {
            xmlns: OTA,
            TimeStamp: now.toString({ smallestUnit: 'second' }),
            Target: settingsOf(connection).target,
            Version: '2.001',
          },
          [
            el('Success'),
            el(list, {}, [
              el(element, {}, [el('ResGlobalInfo', {}, [el('HotelReservationIDs', {}, numbers)])]),
            ]),
          ],
        ),
      ),
      timeoutMs: 60_000,
      items: same,
    };
  });
}

/**
 * Decodes the response to an acknowledgement. On 400 (a stale message, or the wrong queue) and 404
 * Booking.com no longer waits for it; if it does, it sends the reservation again.
 */
export function decodeAcknowledged(response: WireResponse): Verdict<null> {
  // The body of a success is not documented beyond `Success`.
  if (response.status >= 200 && response.status < 300 && response.body.trim() === '') return ok(null);
  return decodeSuccess(response, /^OTA_HotelRes(Modify)?NotifRS$/);
}
