// Matching of random feeds: independent of order, new UIDs and moved beginnings, and every night of a feed is
// kept.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type KnownStay, matchStays } from '../../../src/model/ical/match.ts';
import { type CalendarStay, compareStays } from '../../../src/model/ical/stay.ts';
import { countProcessorMs } from '../../attack-corpus/processor-time.ts';
import { randomly } from '../../harness/random.ts';
import { date, feed, read, stay } from './feed.ts';

const TODAY = date('2027-04-10');

type Known = KnownStay & { id: number };

describe('properties', () => {
  const nights = fc
    .tuple(fc.integer({ min: -10, max: 40 }), fc.integer({ min: 1, max: 9 }))
    .map(([start, length]) => {
      const from = TODAY.add({ days: start });
      return { from, until: from.add({ days: length }) };
    });
  const name = (prefix: string) =>
    fc.option(
      fc.integer({ min: 1, max: 4 }).map((n) => `${prefix}${n}`),
      { freq: 2 },
    );
  const incoming = fc.array(
    fc
      .record({ range: nights, uid: name('u'), reference: name('HM'), guestName: name('g') })
      .map(({ range, ...more }) => ({ ...range, ...more, phoneLast4: null })),
    { maxLength: 8 },
  );
  const knownStays = fc
    .uniqueArray(fc.record({ range: nights, uid: name('u'), reference: name('HM') }), {
      maxLength: 8,
      selector: ({ range, uid, reference }) => `${range.from}/${range.until}/${uid}/${reference}`,
    })
    .map((stays) => stays.map(({ range, ...more }, id): Known => ({ ...range, ...more, id })));
  const shuffled = <T>(list: T[]) => fc.shuffledSubarray(list, { minLength: list.length });

  /** Stays of one unit as Booking.com sends them: they do not overlap. */
  const queue = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 6 })), { maxLength: 8 })
    .map((gaps) => {
      const stays: CalendarStay[] = [];
      let next = TODAY.subtract({ days: 4 });
      for (const [gap, length] of gaps) {
        const from = next.add({ days: gap });
        next = from.add({ days: length });
        stays.push(stay(from.toString(), next.toString()));
      }
      return stays.filter(({ until }) => Temporal.PlainDate.compare(until, TODAY) > 0);
    });
  const asKnown = (stays: CalendarStay[]) => stays.map((one, id): Known => ({ ...one, id }));

  test('the result does not depend on the order of the feed or of the known stays', () => {
    const both = fc
      .tuple(knownStays, incoming)
      .chain(([k, i]) =>
        fc.record({ k: fc.constant(k), i: fc.constant(i), k2: shuffled(k), i2: shuffled(i) }),
      );
    const outcome = (k: Known[], i: CalendarStay[]) => {
      const { same, moved, added, missing } = matchStays(k, i, TODAY);
      return JSON.stringify([same, moved, added, missing]);
    };
    fc.assert(
      fc.property(both, ({ k, i, k2, i2 }) => {
        expect(outcome(k2, i2)).toBe(outcome(k, i));
      }),
      randomly(1_000),
    );
  });

  test('every known stay is accounted for once, every event at most once', () => {
    fc.assert(
      fc.property(knownStays, incoming, (k, i) => {
        const { same, moved, added, missing } = matchStays(k, i, TODAY);
        const pairs = [...same, ...moved];
        const over = k.filter(
          ({ id, until }) =>
            Temporal.PlainDate.compare(until, TODAY) <= 0 && !pairs.some((pair) => pair.known.id === id),
        );
        const ids = [...pairs.map((pair) => pair.known), ...missing, ...over].map(({ id }) => id);
        expect(ids.sort((a, b) => a - b)).toEqual(k.map(({ id }) => id));
        const used = [...pairs.map((pair) => pair.incoming), ...added];
        expect(new Set(used).size).toBe(used.length);
        expect(used.length).toBeLessThanOrEqual(i.length);
      }),
      randomly(1_000),
    );
  });

  test('every night of the feed belongs afterwards to a known stay or a new one', () => {
    fc.assert(
      fc.property(knownStays, incoming, (k, i) => {
        const { same, moved, added } = matchStays(k, i, TODAY);
        const held = [...same.map((pair) => pair.known), ...moved, ...added];
        for (const event of i) {
          for (
            let night = event.from;
            Temporal.PlainDate.compare(night, event.until) < 0;
            night = night.add({ days: 1 })
          ) {
            expect(
              held.some(
                ({ from, until }) =>
                  Temporal.PlainDate.compare(from, night) <= 0 &&
                  Temporal.PlainDate.compare(night, until) < 0,
              ),
            ).toBe(true);
          }
        }
      }),
      randomly(500),
    );
  });

  test('stored stays match themselves at the next fetch', () => {
    fc.assert(
      fc.property(incoming, (i) => {
        const first = matchStays([], i, TODAY).added;
        const second = matchStays(asKnown(first), i, TODAY);
        expect(second).toMatchObject({ moved: [], added: [], missing: [] });
      }),
      randomly(1_000),
    );
  });

  test('Booking.com may change every UID and the order of events in its feed', () => {
    const events = (stays: CalendarStay[], seed: number) =>
      feed(
        ...stays.map(({ from, until }, n) => [
          `UID:${seed}-${n}@booking.com`,
          `DTSTART:${from}`.replaceAll('-', ''),
          `DTEND:${until}`.replaceAll('-', ''),
          'SUMMARY:CLOSED - Not available',
        ]),
      );
    const fetched = (text: string) =>
      read(text, { channel: 'booking_com', closed: 'booking', today: TODAY }).stays;
    fc.assert(
      fc.property(
        queue.chain((stays) => fc.tuple(fc.constant(stays), shuffled(stays))),
        fc.nat(),
        ([stays, mixed], seed) => {
          const before = fetched(events(stays, 0));
          expect(before.length).toBe(stays.length);
          const { same, moved, added, missing } = matchStays(
            asKnown(before),
            fetched(events(mixed, seed + 1)),
            TODAY,
          );
          expect(same.length).toBe(stays.length);
          expect({ moved, added, missing }).toEqual({ moved: [], added: [], missing: [] });
        },
      ),
      randomly(200),
    );
  });

  test('Booking.com may move the beginning of the stay in progress to any day until today', () => {
    fc.assert(
      fc.property(queue, fc.nat(10), (stays, days) => {
        const slid = stays.map((one) => {
          const to = TODAY.subtract({ days: days % 5 });
          const slides = Temporal.PlainDate.compare(one.from, to) < 0;
          return slides ? { ...one, from: to } : one;
        });
        const result = matchStays(asKnown(stays), slid, TODAY);
        expect(result).toMatchObject({ moved: [], added: [], missing: [] });
        expect(result.same.length).toBe(stays.length);
      }),
      randomly(500),
    );
  });

  test('compareStays is a total order', () => {
    fc.assert(
      fc.property(incoming, (stays) => {
        const sorted = stays.toSorted(compareStays);
        for (const [index, one] of sorted.entries()) {
          for (const later of sorted.slice(index)) expect(compareStays(one, later)).toBeLessThanOrEqual(0);
          expect(compareStays(one, { ...one })).toBe(0);
        }
      }),
      randomly(),
    );
  });
});

test('thousands of events of one UID, or of one end, are matched in time', () => {
  const count = 5_000;
  const many = Array.from({ length: count }, (_, i) => {
    const from = TODAY.add({ days: 2 * i });
    return { ...stay(from.toString(), from.add({ days: 1 }).toString()), uid: 'a', id: i };
  });
  const moved = many.map((one) => ({
    ...one,
    from: one.from.add({ days: 1 }),
    until: one.until.add({ days: 1 }),
  }));
  const until = TODAY.add({ days: 3 * count });
  const nested = many.map((one) => ({ ...one, uid: null, until }));
  const shifted = nested.map((one) => ({ ...one, from: one.from.add({ days: 1 }) }));
  const spentMs = countProcessorMs();
  expect(matchStays(many, moved, TODAY).moved.length).toBe(count);
  expect(matchStays(nested, shifted, TODAY).missing.length).toBe(0);
  expect(spentMs()).toBeLessThan(8_000);
});
