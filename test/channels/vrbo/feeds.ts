// Vrbo's side of the tests: fetching and posting, and reading a feed as its documents describe.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { ConnectionView, Inbound, InboundAnswer, KnownNight } from '../../../src/channels/channel.ts';
import { vrbo } from '../../../src/channels/vrbo/index.ts';
import { find, findAll, readXml, textOf, type Xml } from '../../../src/channels/xml.ts';
import type { NightValues } from '../../../src/model/night-values.ts';
import { connectionTo, NOW } from '../stale-nights.ts';

export const connection: ConnectionView = connectionTo('vrbo', {
  settings: { advertiser_id: 'SAMPLEPM_VRBO', advertiser_name: 'Sample Property Manager' },
  credentials: { username: 'vrbo', password: 'a pass:word' },
  currency: 'USD',
  rooms: [
    { roomId: 501, name: 'Loft', capacity: 4, externalRoom: 'L-501/U-501', externalRates: ['rate-501'] },
    { roomId: 502, name: 'Studio', capacity: 2, externalRoom: 'L 502', externalRates: [] },
  ],
});

export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/vrbo/${name}.xml`, import.meta.url), 'utf8');
}

type Asked = {
  method?: string;
  path?: string;
  body?: string;
  query?: Record<string, string>;
  authorization?: string;
  to?: ConnectionView;
};

export function ask({
  method = 'GET',
  path = '/',
  body = '',
  query = {},
  to = connection,
  ...rest
}: Asked): Inbound {
  const authorization = rest.authorization ?? `Basic ${btoa('vrbo:a pass:word')}`;
  const request = {
    method,
    base: 'https://pms.example/vrbo',
    path,
    query,
    headers: { authorization },
    body,
    now: NOW,
  };
  return vrbo.inbound!.decode(request, to);
}

export function post(body: string, to = connection): Inbound {
  return ask({ method: 'POST', path: '/', body, to });
}

/** The response to a query of the calendar. */
export function answered(inbound: Inbound, nights: readonly KnownNight[] = []): InboundAnswer {
  if (inbound.kind === 'calendar') return inbound.answer(nights);
  if (inbound.kind === 'answered' || inbound.kind === 'refused') return inbound.answer;
  throw new Error(`${inbound.kind} is not answered at once`);
}

export function xmlOf(answer: InboundAnswer): Xml {
  expect(answer).toMatchObject({ status: 200, contentType: 'application/xml; charset=utf-8' });
  return readXml(answer.body).root;
}

/** Elements and their texts, without white space, for comparing two documents. */
export function bare({ name, attributes, children, text }: Xml): unknown {
  return { name, attributes: { ...attributes }, text: text.trim(), children: children.map(bare) };
}

/** The values of each date as a reader of the feed sees them. */
export function readAvailability(
  root: Xml,
): Map<string, { units: number; sign: string; stay: string; max: string; over: string }> {
  const availability = find(root, 'unitAvailability');
  const text = (path: string) => textOf(find(availability, path)) ?? '';
  const from = Temporal.PlainDate.from(text('dateRange/beginDate'));
  const days = from.until(text('dateRange/endDate'), { largestUnit: 'day' }).days + 1;
  const list = (name: string) => sized(text(`unitAvailabilityConfiguration/${name}`).split(','), name);
  const signs = (name: string) => sized([...text(`unitAvailabilityConfiguration/${name}`)], name);
  const sized = (items: string[], name: string) => {
    expect(items, name).toHaveLength(days);
    return items;
  };
  const [sign, over] = [signs('availability'), signs('changeOver')];
  const [units, stay, max] = [list('availableUnitCount'), list('minStay'), list('maxStay')];
  signs('stayIncrement');
  list('minPriorNotify');
  return new Map(
    sign.map((_, i) => [
      String(from.add({ days: i })),
      { units: Number(units[i]), sign: sign[i]!, stay: stay[i]!, max: max[i]!, over: over[i]! },
    ]),
  );
}

/** Returns the price of a date: its override, else that of its day of the week. */
export function readRates(root: Xml): (date: Temporal.PlainDate) => string {
  const rates = find(root, 'lodgingRate/nightlyRates');
  const overrides = findAll(rates, 'nightlyOverrides/override').flatMap((override) =>
    findAll(override, 'nights/range').map((range) => ({
      amount: textOf(find(override, 'amount'))!,
      min: Temporal.PlainDate.from(textOf(find(range, 'min'))!),
      max: Temporal.PlainDate.from(textOf(find(range, 'max'))!),
    })),
  );
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  return (date) => {
    const found = overrides.filter(
      ({ min, max }) =>
        Temporal.PlainDate.compare(min, date) <= 0 && Temporal.PlainDate.compare(date, max) <= 0,
    );
    expect(found.length).toBeLessThanOrEqual(1);
    return found[0]?.amount ?? textOf(find(rates, days[date.dayOfWeek - 1]!))!;
  };
}

export const OPEN: NightValues = {
  available: 1,
  priceMinor: 12_000,
  minStay: 2,
  maxStay: 28,
  closedToArrival: false,
  closedToDeparture: false,
  stopSell: false,
};

export function known(roomId: number, from: string, values: readonly Partial<NightValues>[]): KnownNight[] {
  const first = Temporal.PlainDate.from(from);
  return values.map((some, i) => ({ roomId, date: first.add({ days: i }), values: { ...OPEN, ...some } }));
}
