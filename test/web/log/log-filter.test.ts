// The filters of the log in addresses and requests, and its days and changes.
import { describe, expect, test } from 'vitest';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { daysOfLog } from '../../../web/screens/log/changes-of-log.ts';
import { addressOf, filterOf, isEmptyFilter, queryOf } from '../../../web/screens/log/log-filter.ts';

const filterAt = (query: string) => filterOf(new URLSearchParams(query));

describe('a filter', () => {
  test('is the same after its address is opened', () => {
    const filter = filterAt(
      'kind=money&by=person:3&room=101&order=7&since=2026-06-01&until=2026-06-04&new=1',
    );
    expect(filterOf(new URL(addressOf(filter), 'http://desk').searchParams)).toEqual(filter);
    expect([isEmptyFilter(filter), isEmptyFilter(filterAt(''))]).toEqual([false, true]);
  });

  test('of nonsense is none', () => {
    expect(filterAt('kind=nothing&room=x&order=-1&since=tomorrow')).toEqual(filterAt(''));
  });

  test('asks for whole days at the property, also where clocks change', () => {
    const days = queryOf(filterAt('since=2026-03-28&until=2026-03-29'), 'Europe/Berlin', null);
    expect(days).toEqual({
      order: 'newest',
      since: '2026-03-27T23:00:00.000Z',
      until: '2026-03-29T22:00:00.000Z',
    });
  });

  test('of the last visit begins after its last event, and of a group names its kinds', () => {
    expect(queryOf(filterAt('new=1&kind=messages'), 'UTC', 41)).toEqual({
      order: 'newest',
      kinds: 'message.*,inquiry.*,guest_request.*,guest_review.*,review.*,template.*',
      after: 41,
    });
    expect(queryOf(filterAt('new=1'), 'UTC', null)).toEqual({ order: 'newest' });
  });
});

test('events of one transaction are one change, in the order of the log, under its day', () => {
  const at = '2026-06-11T22:30:00.000Z';
  const event = (seq: number, more: Partial<DeskEvent>) =>
    ({ seq, at, by: { kind: 'person', name: 'Ana', user_id: 1 }, ...more }) as DeskEvent;
  const days = daysOfLog(
    [
      event(5, {}),
      event(4, {}),
      event(3, { by: { kind: 'innwire', name: null } }),
      event(2, { at: '2026-06-11T21:00:00.000Z' }),
    ],
    'Europe/Berlin',
  );
  expect(days.map(({ changes }) => changes.map(({ events }) => events.map(({ seq }) => seq)))).toEqual([
    [[4, 5], [3]],
    [[2]],
  ]);
});
