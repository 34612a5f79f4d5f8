// A minimal calendar of the channel: it applies each AvailRateUpdate, and objects to a product and date that
// appear twice in one message, as Expedia does.
import type { AriMessage } from '../../../src/channels/channel.ts';
import type { Xml } from '../../../src/channels/xml.ts';
import { attribute, find, findAll, readXml } from '../../../src/channels/xml.ts';
import { datesOf } from '../stale-nights.ts';

export type NaiveExpediaCalendar = Map<string, Record<string, string>>;

export function replay(messages: readonly AriMessage[]): NaiveExpediaCalendar {
  const calendar: NaiveExpediaCalendar = new Map();
  for (const { body } of messages) {
    const seen = new Set<string>();
    for (const update of findAll(readXml(body!).root, 'AvailRateUpdate')) {
      for (const room of findAll(update, 'RoomType')) {
        const values = valuesOf(room);
        for (const range of findAll(update, 'DateRange')) {
          for (const date of datesOf(attribute(range, 'from')!, attribute(range, 'to')!)) {
            const key = `${attribute(room, 'id')}/${date}`;
            if (seen.has(key)) throw new Error(`3108: ${key} is in one message twice`);
            seen.add(key);
            calendar.set(key, { ...calendar.get(key), ...values });
          }
        }
      }
    }
  }
  return calendar;
}

function valuesOf(room: Xml): Record<string, string> {
  const plan = find(room, 'RatePlan');
  const restrictions = find(plan, 'Restrictions');
  const values: Record<string, string | null> = {
    roomClosed: attribute(room, 'closed'),
    planClosed: attribute(plan, 'closed'),
    units: attribute(find(room, 'Inventory'), 'totalInventoryAvailable'),
    rate: attribute(find(plan, 'Rate/PerDay'), 'rate'),
    min: attribute(restrictions, 'minLOS'),
    max: attribute(restrictions, 'maxLOS'),
    arrival: attribute(restrictions, 'closedToArrival'),
    departure: attribute(restrictions, 'closedToDeparture'),
  };
  return Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null),
  );
}
