// Acknowledgements for Booking.com: to the address the reservation came from, naming all its numbers. One reservation a
// request: a stale one would have the others of its request refused.
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
  // Versions of a reservation that came more than once are one message to the queue.
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

/** 400 (a stale message, or the wrong queue) and 404: it no longer waits for this; if it does, it comes again. */
export function decodeAcknowledged(response: WireResponse): Verdict<null> {
  // What a good answer says is not documented beyond its status and `Success`.
  if (response.status >= 200 && response.status < 300 && response.body.trim() === '') return ok(null);
  return decodeSuccess(response, /^OTA_HotelRes(Modify)?NotifRS$/);
}
