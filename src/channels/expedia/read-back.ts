// Reads Expedia's calendar back with ProductAvailRateRetrieval. The same request, for products alone, tests
// credentials and mapping, because it changes nothing.

import { toMinor } from '../../model/money.ts';
import { isBefore, type PlainDate } from '../../model/night.ts';
import type {
  KnownNight,
  NightField,
  ReadBackRequest,
  Verdict,
  WireRequest,
  WireResponse,
} from '../channel.ts';
import { ok, refused } from '../responses.ts';
import { attribute, dateAttribute, el, find, findAll, wholeAttribute, type Xml } from '../xml.ts';
import { eqcRequest, readAnswer, unexpectedResponse } from './client.ts';
import type { ExpediaConnection } from './settings.ts';

const ROOMS_TOGETHER = 20;
/** Keeps a response within a few hundred kilobytes; the documentation names no limit. */
const DAYS_TOGETHER = 31;
const NO_MAXIMUM = 28;
const ROOT = 'ProductAvailRateRetrievalRS';

/** Requests the rooms and rates of the property. */
export function requestProducts(connection: ExpediaConnection): WireRequest {
  const content = [el('ParamSet', {}, [el('ProductRetrieval', { productStatus: 'All' })])];
  return eqcRequest('parr', 'test', content, connection);
}

/** Checks that all mapped rooms and rates exist. */
export function decodeProducts(response: WireResponse, connection: ExpediaConnection): Verdict<null> {
  const answer = readAnswer(response, ROOT);
  if (answer.kind !== 'ok') return answer;
  const root = answer.value;
  const list = find(root, 'ProductList');
  if (!list) return unexpectedResponse(response);
  const products = new Map(
    findAll(list, 'RoomType').map((room) => [
      attribute(room, 'id'),
      new Set(findAll(room, 'RatePlan').map((rate) => attribute(rate, 'id'))),
    ]),
  );
  for (const { name, externalRoom, externalRates } of connection.rooms) {
    const rates = products.get(externalRoom);
    if (!rates) return refused(`${name}: Expedia knows no room type ${externalRoom}.`);
    const unknown = externalRates.find((rate) => !rates.has(rate));
    if (unknown !== undefined) {
      return refused(`${name}: room type ${externalRoom} has no rate plan ${unknown}.`);
    }
  }
  return ok(null);
}

/** Requests `fields` of the calendar of all mapped rooms, in parts of `ROOMS_TOGETHER` rooms and `DAYS_TOGETHER` days. */
export function requestCalendar(
  connection: ExpediaConnection,
  { from, to }: { from: PlainDate; to: PlainDate },
  fields: readonly NightField[],
): ReadBackRequest[] {
  const requests: ReadBackRequest[] = [];
  const { rooms } = connection;
  for (let start = from; !isBefore(to, start); start = start.add({ days: DAYS_TOGETHER })) {
    const end = start.add({ days: DAYS_TOGETHER - 1 });
    for (let first = 0; first < rooms.length; first += ROOMS_TOGETHER) {
      const mapped = rooms.slice(first, first + ROOMS_TOGETHER);
      const products = mapped.map(({ externalRoom, externalRates }) =>
        el(
          'RoomType',
          { id: externalRoom },
          externalRates.map((id) => el('RatePlan', { id })),
        ),
      );
      const last = isBefore(to, end) ? to : end;
      const covers = mapped.flatMap(({ roomId, externalRates }) =>
        externalRates.map((externalRate) => ({
          roomId,
          from: start,
          to: last,
          fields,
          externalRate,
        })),
      );
      const wanted = {
        from: start.toString(),
        to: last.toString(),
        inventory: true,
        roomAvailStatus: true,
        rateAvailStatus: true,
        restrictions: true,
        rates: true,
      };
      const content = [el('ParamSet', {}, [el('AvailRateRetrieval', wanted, products)])];
      requests.push({ ...eqcRequest('parr', 'calendar', content, connection), covers });
    }
  }
  return requests;
}

/** Decodes the nights of mapped rooms, one entry per mapped rate. */
export function decodeCalendar(response: WireResponse, connection: ExpediaConnection): Verdict<KnownNight[]> {
  const answer = readAnswer(response, ROOT);
  if (answer.kind !== 'ok') return answer;
  const root = answer.value;
  const list = find(root, 'AvailRateList');
  if (!list) return unexpectedResponse(response);
  const nights: KnownNight[] = [];
  for (const day of findAll(list, 'AvailRate')) {
    const date = dateAttribute(day, 'date');
    for (const type of date ? findAll(day, 'RoomType') : []) {
      for (const room of connection.rooms.filter(
        ({ externalRoom }) => externalRoom === attribute(type, 'id'),
      )) {
        const plans = findAll(type, 'RatePlan');
        for (const rate of room.externalRates) {
          const plan = plans.find((one) => attribute(one, 'id') === rate) ?? null;
          const values = valuesOf(type, plan, connection);
          nights.push({ roomId: room.roomId, date: date!, values, ...(plan && { externalRate: rate }) });
        }
      }
    }
  }
  return ok(nights);
}

/**
 * Returns the reported values. The inventory of a closed night is left out, because it was pushed as zero.
 */
function valuesOf(type: Xml, plan: Xml | null, connection: ExpediaConnection): KnownNight['values'] {
  const restrictions = find(plan, 'Restrictions');
  const rate = find(plan, 'Rate/PerDay') ?? find(plan, 'Rate/PerOccupancy');
  const closed = [type, plan].map((element) => flag(element, 'closed'));
  const stopSell = closed.every((one) => one === undefined) ? undefined : closed.some(Boolean);
  const max = wholeAttribute(restrictions, 'maxLOS');
  const price = attribute(rate, 'rate');
  const values = {
    stopSell,
    available: stopSell ? undefined : wholeAttribute(find(type, 'Inventory'), 'totalInventoryAvailable'),
    priceMinor: price === null ? undefined : toMinor(Number(price), connection.currency),
    minStay: wholeAttribute(restrictions, 'minLOS'),
    closedToArrival: flag(restrictions, 'closedToArrival'),
    closedToDeparture: flag(restrictions, 'closedToDeparture'),
  };
  const known = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  );
  return max === null ? known : { ...known, maxStay: max === NO_MAXIMUM ? null : max };
}

function flag(element: Xml | null, name: string): boolean | undefined {
  const value = attribute(element, name);
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : undefined;
}
