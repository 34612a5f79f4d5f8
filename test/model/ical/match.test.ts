// Matching of stays between two fetches, although the channel changes UIDs, order and beginnings.
import { describe, expect, test } from 'vitest';
import { type KnownStay, matchStays } from '../../../src/model/ical/match.ts';
import type { CalendarStay } from '../../../src/model/ical/stay.ts';
import { date, stay } from './feed.ts';

const TODAY = date('2027-04-10');

type Known = KnownStay & { id: number };

function known(
  id: number,
  from: string,
  until: string,
  uid: string | null = null,
  reference: string | null = null,
): Known {
  return { id, uid, reference, from: date(from), until: date(until) };
}

/** Returns the result as text: `1 same`, `2 → 2027-04-12/2027-04-15`, `+ …`, `3 missing`. */
function match(knownStays: Known[], incoming: CalendarStay[], today = TODAY): string[] {
  const { same, moved, added, missing } = matchStays(knownStays, incoming, today);
  return [
    ...same.map((pair) => `${pair.known.id} same`),
    ...moved.map(({ known: { id }, from, until }) => `${id} → ${from}/${until}`),
    ...added.map(({ from, until }) => `+ ${from}/${until}`),
    ...missing.map(({ id }) => `${id} missing`),
  ].sort();
}

describe('by UID and reference', () => {
  test('the same UID is the same stay, wherever its nights went', () => {
    const known1 = known(1, '2027-05-01', '2027-05-05', 'a');
    expect(match([known1], [stay('2027-05-01', '2027-05-05', { uid: 'a' })])).toEqual(['1 same']);
    expect(match([known1], [stay('2027-06-01', '2027-06-03', { uid: 'a' })])).toEqual([
      '1 → 2027-06-01/2027-06-03',
    ]);
  });

  test('another UID with the same code is the same stay', () => {
    const known1 = known(1, '2027-05-01', '2027-05-05', 'a', 'HM1');
    expect(match([known1], [stay('2027-05-02', '2027-05-05', { uid: 'b', reference: 'HM1' })])).toEqual([
      '1 → 2027-05-02/2027-05-05',
    ]);
  });

  test('another UID without a code is another stay, even on the same nights', () => {
    expect(
      match([known(1, '2027-05-01', '2027-05-05', 'a')], [stay('2027-05-01', '2027-05-05', { uid: 'b' })]),
    ).toEqual(['+ 2027-05-01/2027-05-05', '1 missing']);
  });

  test('another code without UIDs is another stay, even on the same nights', () => {
    const known1 = known(1, '2027-05-01', '2027-05-05', null, 'HM1');
    expect(match([known1], [stay('2027-05-01', '2027-05-05', { reference: 'HM2' })])).toEqual([
      '+ 2027-05-01/2027-05-05',
      '1 missing',
    ]);
  });

  test('the UID takes precedence over the code, and the code over the nights', () => {
    const two = [
      known(1, '2027-05-01', '2027-05-05', 'a', 'HM1'),
      known(2, '2027-06-01', '2027-06-05', 'b', 'HM2'),
    ];
    const swapped = [
      stay('2027-06-01', '2027-06-05', { uid: 'a', reference: 'HM2' }),
      stay('2027-05-01', '2027-05-05', { uid: 'x', reference: 'HM1' }),
    ];
    expect(match(two, swapped)).toEqual([
      '+ 2027-05-01/2027-05-05',
      '1 → 2027-06-01/2027-06-05',
      '2 missing',
    ]);
  });

  test('a feed that gives all events one UID keeps them apart by their nights', () => {
    const two = [known(1, '2027-05-01', '2027-05-05', 'a'), known(2, '2027-06-01', '2027-06-05', 'a')];
    const events = [
      stay('2027-06-01', '2027-06-05', { uid: 'a' }),
      stay('2027-05-02', '2027-05-05', { uid: 'a' }),
      stay('2027-07-01', '2027-07-05', { uid: 'a' }),
    ];
    expect(match(two, events)).toEqual(['+ 2027-07-01/2027-07-05', '1 → 2027-05-02/2027-05-05', '2 same']);
  });
});

describe('by nights', () => {
  test.each([
    ['the same nights', '2027-05-01', '2027-05-05', '1 same'],
    ['a later beginning', '2027-05-03', '2027-05-05', '1 → 2027-05-03/2027-05-05'],
    ['an earlier beginning', '2027-04-20', '2027-05-05', '1 → 2027-04-20/2027-05-05'],
    ['a longer stay', '2027-05-01', '2027-05-09', '1 → 2027-05-01/2027-05-09'],
    ['a shorter stay', '2027-05-01', '2027-05-02', '1 → 2027-05-01/2027-05-02'],
  ])('%s of a stay to come', (_, from, until, expected) => {
    expect(match([known(1, '2027-05-01', '2027-05-05')], [stay(from, until)])).toEqual([expected]);
  });

  test('overlapping nights with neither end in common are another stay, while none has begun', () => {
    expect(match([known(1, '2027-05-01', '2027-05-05')], [stay('2027-05-02', '2027-05-07')])).toEqual([
      '+ 2027-05-02/2027-05-07',
      '1 missing',
    ]);
  });

  test('back to back is not the same stay', () => {
    const incoming = [stay('2027-05-05', '2027-05-08')];
    expect(match([known(1, '2027-05-01', '2027-05-05')], incoming)).toEqual([
      '+ 2027-05-05/2027-05-08',
      '1 missing',
    ]);
  });

  test('a stay that gained a UID is the same as the one without', () => {
    expect(
      match([known(1, '2027-05-01', '2027-05-05')], [stay('2027-05-01', '2027-05-05', { uid: 'a' })]),
    ).toEqual(['1 same']);
    expect(match([known(1, '2027-05-01', '2027-05-05', 'a')], [stay('2027-05-01', '2027-05-05')])).toEqual([
      '1 same',
    ]);
  });

  test('each known stay matches one event, the nearest', () => {
    const incoming = [stay('2027-05-03', '2027-05-05'), stay('2027-05-01', '2027-05-05')];
    expect(match([known(1, '2027-05-01', '2027-05-05')], incoming)).toEqual([
      '+ 2027-05-03/2027-05-05',
      '1 same',
    ]);
    expect(
      match([known(1, '2027-05-02', '2027-05-05'), known(2, '2027-05-01', '2027-05-05')], incoming),
    ).toEqual(['1 → 2027-05-03/2027-05-05', '2 same']);
  });
});

describe('a stay in progress', () => {
  const inHouse = known(1, '2027-04-07', '2027-04-14');

  test.each([
    ['its beginning slides to today', '2027-04-10', '2027-04-14', '1 same'],
    ['it slides to the channel’s today, our tomorrow', '2027-04-11', '2027-04-14', '1 same'],
    ['it slid half way', '2027-04-09', '2027-04-14', '1 same'],
    ['it does not slide', '2027-04-07', '2027-04-14', '1 same'],
    ['it turns out to have begun earlier', '2027-04-05', '2027-04-14', '1 → 2027-04-05/2027-04-14'],
    ['it slides and is extended', '2027-04-10', '2027-04-16', '1 → 2027-04-07/2027-04-16'],
    ['it slides and is shortened', '2027-04-10', '2027-04-12', '1 → 2027-04-07/2027-04-12'],
    ['its last nights are left', '2027-04-13', '2027-04-14', '1 same'],
  ])('%s', (_, from, until, expected) => {
    expect(match([inHouse], [stay(from, until)])).toEqual([expected]);
  });

  test('with a UID it is not shortened at its beginning either', () => {
    expect(match([{ ...inHouse, uid: 'a' }], [stay('2027-04-10', '2027-04-14', { uid: 'a' })])).toEqual([
      '1 same',
    ]);
  });

  test('that begins today counts as begun', () => {
    expect(match([known(1, '2027-04-10', '2027-04-14')], [stay('2027-04-11', '2027-04-14')])).toEqual([
      '1 same',
    ]);
  });

  test('is not merged with the next guest’s', () => {
    expect(match([inHouse], [stay('2027-04-10', '2027-04-14'), stay('2027-04-14', '2027-04-16')])).toEqual([
      '+ 2027-04-14/2027-04-16',
      '1 same',
    ]);
  });

  test('that is over is not missing', () => {
    expect(match([known(1, '2027-04-07', '2027-04-10'), known(2, '2027-04-07', '2027-04-11')], [])).toEqual([
      '2 missing',
    ]);
  });
});

describe('one feed with a stay twice', () => {
  test('the same UID on overlapping nights is one stay of all the nights', () => {
    const twice = [
      stay('2027-05-03', '2027-05-08', { uid: 'a', guestName: 'Ada' }),
      stay('2027-05-01', '2027-05-05', { uid: 'a' }),
    ];
    expect(match([], twice)).toEqual(['+ 2027-05-01/2027-05-08']);
    expect(matchStays([], twice, TODAY).added[0]).toMatchObject({ uid: 'a', guestName: 'Ada' });
    expect(match([known(1, '2027-05-01', '2027-05-08', 'a')], twice)).toEqual(['1 same']);
  });

  test('so is the same code under two UIDs', () => {
    const twice = [
      stay('2027-05-01', '2027-05-05', { uid: 'a', reference: 'HM1' }),
      stay('2027-05-01', '2027-05-05', { uid: 'b', reference: 'HM1' }),
    ];
    expect(match([], twice)).toEqual(['+ 2027-05-01/2027-05-05']);
  });

  test('and the same nights without either, unless the names differ', () => {
    expect(match([], [stay('2027-05-01', '2027-05-05'), stay('2027-05-01', '2027-05-05')])).toHaveLength(1);
    expect(
      match(
        [],
        [
          stay('2027-05-01', '2027-05-05', { guestName: 'Ada' }),
          stay('2027-05-01', '2027-05-05', { guestName: 'Bob' }),
        ],
      ),
    ).toHaveLength(2);
  });

  test('two UIDs on the same nights are two stays: a conflict for people to see', () => {
    expect(
      match(
        [],
        [stay('2027-05-01', '2027-05-05', { uid: 'a' }), stay('2027-05-01', '2027-05-05', { uid: 'b' })],
      ),
    ).toHaveLength(2);
  });
});
