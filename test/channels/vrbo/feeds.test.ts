// The feeds that Vrbo fetches: indexes with their addresses, current availability and rates.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { find, findAll, readXml, textOf } from '../../../src/channels/xml.ts';
import { randomly } from '../../harness/random.ts';
import { NOW, staleNights } from '../stale-nights.ts';
import {
  answered,
  ask,
  bare,
  connection,
  fixture,
  known,
  readAvailability,
  readRates,
  xmlOf,
} from './feeds.ts';

const [loft] = connection.rooms;

describe('indexes', () => {
  test('the root index is the sample without descriptions, which are not stored here', () => {
    const urls = (xml: string) =>
      findAll(readXml(xml).root, 'advertiserIndexEntry')
        .flatMap(({ children }) => children)
        .map(({ name }) => name)
        .filter((name) => !/Listing|Configuration/.test(name));
    const answer = answered(ask({ path: '/index.xml' }));
    expect(urls(answer.body)).toEqual(urls(fixture('advertiserContentIndex')));
    expect(answer.body).toContain('https://pms.example/vrbo/availability.xml');
    expect(answer.body).not.toContain('Listing');
  });

  test('the index of availability is the sample', () => {
    const one = { ...connection, rooms: [loft!] };
    const written = answered(ask({ path: '/availability.xml', to: one })).body.replaceAll(
      '10:15:00Z',
      '10:15:00Z',
    );
    expect(bare(readXml(written).root)).toEqual(bare(readXml(fixture('unitAvailabilityContentIndex')).root));
  });

  test('descriptions hosted elsewhere are indexed with their addresses', () => {
    const settings = { ...connection.settings, listing_url: 'https://site.example/{listing}/{unit}.xml' };
    const to = { ...connection, settings: { ...connection.settings, ...settings } };
    expect(answered(ask({ path: '/index.xml', to })).body).toContain('/vrbo/listings.xml');
    const urls = findAll(
      xmlOf(answered(ask({ path: '/listings.xml', to }))),
      'advertiser/listingContentIndexEntry/listingUrl',
    );
    expect(urls.map(textOf)).toEqual([
      'https://site.example/L-501/U-501.xml',
      'https://site.example/L%20502/L%20502.xml',
    ]);
  });

  test('names of units may contain anything, and a server may have decoded the path', () => {
    for (const externalRoom of ['L/U/V', '50%25 off', 'a.xml', 'ä/ö', '%', 'constructor']) {
      const to = { ...connection, rooms: [{ ...loft!, externalRoom }] };
      const [url] = findAll(
        xmlOf(answered(ask({ path: '/availability.xml', to }))),
        'advertiser/unitAvailabilityContentIndexEntry/unitAvailabilityContentUrl',
      ).map(textOf);
      const path = new URL(url!).pathname.replace('/vrbo', '');
      for (const form of [path, decodeURIComponent(path)]) {
        expect(ask({ path: form, to }), form).toMatchObject({ kind: 'calendar', rooms: [externalRoom] });
      }
    }
  });

  test('every address in an index leads to its unit', () => {
    for (const kind of ['availability', 'rates']) {
      const index = xmlOf(answered(ask({ path: `/${kind}.xml` })));
      const urls = findAll(index, 'advertiser')
        .flatMap(({ children }) => children)
        .flatMap(({ children }) => children.filter(({ name }) => name.endsWith('Url')).map(textOf));
      expect(urls).toHaveLength(2);
      const rooms = urls.map((url) => {
        const inbound = ask({ path: new URL(url!).pathname.replace('/vrbo', '') });
        return inbound.kind === 'calendar' ? inbound.rooms : inbound.kind;
      });
      expect(rooms).toEqual([['L-501/U-501'], ['L 502']]);
    }
  });
});

describe('availability', () => {
  test('is the sample for the nights of the sample', () => {
    const settings = { ...connection.settings, days: 10, no_max_stay: 28, taken_changeover: 'X' };
    // The sample's range begins a month after the date of these tests.
    const to = { ...connection, settings: { ...connection.settings, ...settings } };
    const inbound = ask({ path: '/availability/L-501/U-501.xml', to });
    const taken = { available: 0 };
    const nights = known(501, '2027-03-01', [{}, {}, {}, {}, taken, taken, ...Array(4).fill({ minStay: 3 })]);
    const written = answered(inbound, nights).body.replaceAll('2027-03-', '2027-04-');
    expect(bare(readXml(written).root)).toEqual(bare(readXml(fixture('unitAvailabilityContent')).root));
  });

  test('a reader of the feed sees every night with its current values, and no others', () => {
    fc.assert(
      fc.property(staleNights([loft!]), (stale) => {
        const nights = stale.map(({ date, values }) => ({ roomId: 501, date, values }));
        const read = readAvailability(
          xmlOf(answered(ask({ path: '/availability/L-501/U-501.xml' }), nights)),
        );
        expect(read.size).toBe(730);
        const pushed = new Map(stale.map(({ date, values }) => [String(date), values]));
        const expected = [...read.keys()].map((date) => {
          const night = pushed.get(date);
          const units = !night || night.stopSell || night.priceMinor === 0 ? 0 : Math.max(0, night.available);
          return {
            date,
            units,
            sign: units > 0 ? 'Y' : 'N',
            stay: String(night?.minStay ?? 1),
            max: String(night?.maxStay ?? 999),
            over: `${night?.closedToArrival ? '' : 'in '}${night?.closedToDeparture ? '' : 'out'}`,
          };
        });
        const over: Record<string, string> = { C: 'in out', I: 'in ', O: 'out', X: '' };
        expect([...read].map(([date, day]) => ({ date, ...day, over: over[day.over] }))).toEqual(expected);
      }),
      randomly(60),
    );
  });

  test('a night with a longer minimum stay than the feed can carry is not for sale', () => {
    const nights = known(501, '2027-03-01', [{ minStay: 999 }, { minStay: 1_000 }]);
    const read = readAvailability(xmlOf(answered(ask({ path: '/availability/L-501/U-501.xml' }), nights)));
    expect([...read.values()].slice(0, 2)).toMatchObject([
      { sign: 'Y', stay: '999' },
      { sign: 'N', units: 0, stay: '999' },
    ]);
  });

  test('the window begins today at the property', () => {
    const at = (timezone: string) => {
      const inbound = ask({ path: '/availability/L-501/U-501.xml', to: { ...connection, timezone } });
      return inbound.kind === 'calendar' && String(inbound.window.from);
    };
    expect(String(NOW)).toBe('2027-03-01T10:15:00Z');
    expect([at('Europe/Berlin'), at('Pacific/Kiritimati'), at('Pacific/Pago_Pago')]).toEqual([
      '2027-03-01',
      '2027-03-02',
      '2027-02-28',
    ]);
  });
});

describe('rates', () => {
  test('are the sample for the nights of the sample', () => {
    const settings = {
      ...connection.settings,
      days: 35,
      fees: [{ code: 'CLEANING', name: 'Cleaning', amount: '60.00' }],
      payment_at_booking_percent: 50,
    };
    const inbound = ask({
      path: '/rates/L-501/U-501.xml',
      to: { ...connection, settings: { ...connection.settings, ...settings } },
    });
    // 1 to 5 April of the sample are five nights from a Thursday, like these.
    const days = Array.from({ length: 35 }, (_, i) => {
      const date = Temporal.PlainDate.from('2027-03-01').add({ days: i });
      const special = date.day >= 4 && date.day <= 8 && date.month === 3;
      return { priceMinor: special ? 15_000 : [5, 6].includes(date.dayOfWeek) ? 14_000 : 12_000 };
    });
    const written = answered(inbound, known(501, '2027-03-01', days))
      .body.replace('<max>2027-03-08', '<max>2027-04-05')
      .replace('<min>2027-03-04', '<min>2027-04-01');
    expect(bare(readXml(written).root)).toEqual(bare(readXml(fixture('lodgingRateContent-nightly')).root));
  });

  test('a reader of the feed finds the price of every night that has one', () => {
    fc.assert(
      fc.property(staleNights([loft!]), (stale) => {
        const nights = stale.map(({ date, values }) => ({ roomId: 501, date, values }));
        const answer = answered(ask({ path: '/rates/L-501/U-501.xml' }), nights);
        const priced = stale.filter(({ values }) => values.priceMinor > 0);
        if (priced.length === 0) {
          expect(answer.status).toBe(404);
          return;
        }
        const price = readRates(xmlOf(answer));
        for (const { date, values } of priced) expect(price(date)).toBe((values.priceMinor / 100).toFixed(2));
      }),
      randomly(60),
    );
  });

  test('overrides are few: none for a week that repeats, one for each amount that differs', () => {
    const count = (prices: number[]) => {
      const nights = known(
        502,
        '2027-03-01',
        prices.map((priceMinor) => ({ priceMinor })),
      );
      const root = xmlOf(answered(ask({ path: '/rates/L%20502/L%20502.xml' }), nights));
      return findAll(root, 'lodgingRate/nightlyRates/nightlyOverrides/override').length;
    };
    const week = [1, 2, 3, 4, 5, 6, 7];
    expect(count([...week, ...week, ...week])).toBe(0);
    expect(count([...week, 9, 9, 9, 9, 9, 9, 9, ...week, 9, ...week.slice(1), ...week])).toBe(1);
  });

  test('a unit without a rate of its own gets a name from the unit', () => {
    const root = xmlOf(answered(ask({ path: '/rates/L%20502/L%20502.xml' }), known(502, '2027-03-01', [{}])));
    expect(textOf(find(root, 'lodgingRate/externalId'))).toBe('rate-L 502');
  });
});

test.each([
  '/',
  '/constructor',
  '/availability/other/U-501.xml',
  '/rates/L-501',
  '/rates/L-501/U-501/x',
  '/__proto__/L-501/U-501.xml',
  '/%E0%A4%A/x',
  '/../../etc/passwd',
])('nothing is at %s', (path) => {
  expect(ask({ path })).toMatchObject({ kind: 'refused', answer: { status: 404 } });
});
