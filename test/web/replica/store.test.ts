// The copy that keeps itself up to date: over a real connection that is cut, falls silent, is refused and comes back.
import { effect } from '@preact/signals-core';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { compactLogs } from '../../../src/pms/log.ts';
import { dateOfDayNumber, dayOfDate } from '../../../web/days.ts';
import { openReplica, type Replica, type ReplicaLink } from '../../../web/replica/store.ts';
import { type TestProperty, useApi } from '../../harness/api.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
let baseUrl: string;
let property: TestProperty;

beforeAll(async () => {
  baseUrl = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}/api`;
});
beforeEach(async () => {
  api.clock = NOW;
  property = await api.property({ rooms: [{ units: 9 }, { price: 80 }], timezone: 'UTC' });
});

/** A network that can be cut: requests fail, and responses that are open break. */
function createNetwork() {
  let cut = new AbortController();
  let isDown = false;
  const asked: string[] = [];
  const send: typeof fetch = (input, init) => {
    asked.push(String(input));
    if (isDown) return Promise.reject(new TypeError('the network is down'));
    return fetch(input, {
      ...init,
      signal: AbortSignal.any([cut.signal, ...(init?.signal ? [init.signal] : [])]),
    });
  };
  return {
    fetch: send,
    asked,
    cut() {
      isDown = true;
      cut.abort(new TypeError('the connection broke'));
    },
    mend() {
      isDown = false;
      cut = new AbortController();
    },
  };
}

type Options = Partial<Parameters<typeof openReplica>[0]>;

function open(options: Options = {}): Replica {
  const now = () => api.clock!.epochMilliseconds;
  const given = { baseUrl, token: property.token, fetch, pauseMs: 20, now, ...options };
  const replica = openReplica(given);
  onTestFinished(() => replica.close());
  return replica;
}

const becomes = (replica: Replica, state: ReplicaLink['state']) =>
  expect.poll(() => replica.link.value.state).toBe(state);
const eventually = <T>(value: () => T) => expect.poll(value);
const book = async (name: string, more: object = {}): Promise<number> => {
  const stay = {
    room_id: property.room,
    name,
    checkin: '2026-06-16',
    checkout: '2026-06-18',
    price: 100,
    ...more,
  };
  return (await api.post(`/api/bookings/${property.token}`, stay)).body.order_id;
};
const namesIn = (replica: Replica) =>
  [...(replica.state.value?.bookings.values() ?? [])].map(({ name }) => name);
const availableOn = (replica: Replica, date: string) => {
  const { from, nights } = replica.state.value!;
  return nights.get(property.room)!.available[dayOfDate(date) - from];
};

describe('a copy', () => {
  test('is live with the first snapshot, and shows what others do', async () => {
    await book('Ada Lovelace');
    const replica = open();
    await becomes(replica, 'live');
    expect(namesIn(replica)).toEqual(['Ada Lovelace']);
    const id = await book('Bo Diddley');
    await eventually(() => namesIn(replica)).toEqual(['Ada Lovelace', 'Bo Diddley']);
    await eventually(() => availableOn(replica, '2026-06-17')).toBe(7);
    const payment = { amount: 30, type: 'payment', description: 'Cash', order_id: id };
    await api.operator('POST', `/properties/${property.hotelId}/accounting`, payment);
    await eventually(() => replica.state.value!.bookings.get(id)!.balance).toBe(70);
    const events = await api.get(`/api/events/${property.token}?last=0`);
    expect(replica.state.value!.seq).toBe(Number(events.headers['x-next-after']));
  });

  test('notifies only those who show a part that changed', async () => {
    const replica = open();
    await becomes(replica, 'live');
    const seen = { bookings: 0, units: 0 };
    const stops = (['bookings', 'units'] as const).map((part) =>
      effect(() => {
        void replica.part(part).value;
        seen[part] += 1;
      }),
    );
    await book('Ada Lovelace');
    await eventually(() => seen.bookings).toBeGreaterThan(1);
    expect(seen.units).toBe(1);
    for (const stop of stops) stop();
  });

  test('shows other days when it is asked to', async () => {
    await book('Ada Lovelace', { checkin: '2027-01-10', checkout: '2027-01-12' });
    const replica = open();
    await becomes(replica, 'live');
    expect(namesIn(replica)).toEqual([]);
    replica.show({ from: dayOfDate('2027-01-01'), until: dayOfDate('2027-02-01') });
    await eventually(() => namesIn(replica)).toEqual(['Ada Lovelace']);
    expect(dateOfDayNumber(replica.state.value!.from)).toBe('2027-01-01');
    await book('Bo Diddley', { checkin: '2027-01-30', checkout: '2027-02-02' });
    await eventually(() => namesIn(replica)).toEqual(['Ada Lovelace', 'Bo Diddley']);
  });

  test('begins with one that was kept, and goes on from its event', async () => {
    await book('Ada Lovelace');
    const before = open();
    await becomes(before, 'live');
    const kept = { state: before.settled()!, receivedAt: NOW.epochMilliseconds - 60_000 };
    before.close();
    await book('Bo Diddley');
    const network = createNetwork();
    network.cut();
    const replica = open({ kept: Promise.resolve(kept), fetch: network.fetch });
    await becomes(replica, 'offline');
    expect(namesIn(replica)).toEqual(['Ada Lovelace']);
    expect(replica.link.value.receivedAt).toBe(kept.receivedAt);
    network.mend();
    await eventually(() => namesIn(replica)).toEqual(['Ada Lovelace', 'Bo Diddley']);
    const whole = network.asked.filter((url) => url.includes('/desk/') && !url.includes('parts='));
    expect(whole).toEqual([]);
  });

  test('that was kept is known as such until it contains what was committed before the connection was made', async () => {
    const before = open();
    await becomes(before, 'live');
    const kept = { state: before.settled()!, receivedAt: NOW.epochMilliseconds };
    before.close();
    await book('Ada Lovelace');
    const replica = open({ kept: Promise.resolve(kept) });
    const seen: { isLive: boolean; isKept: boolean; names: string[] }[] = [];
    const stop = effect(() => {
      const { state, isKept } = replica.link.value;
      if (replica.state.value) seen.push({ isLive: state === 'live', isKept, names: namesIn(replica) });
    });
    await becomes(replica, 'live');
    stop();
    expect(seen[0]).toEqual({ isLive: false, isKept: true, names: [] });
    const decided = seen.filter(({ isLive, isKept }) => isLive || !isKept);
    expect(decided.length).toBeGreaterThan(0);
    for (const one of decided) expect(one).toEqual({ isLive: true, isKept: false, names: ['Ada Lovelace'] });
  });

  test('that was kept and cannot be brought up to date is still known as such', async () => {
    const before = open();
    await becomes(before, 'live');
    const kept = { state: before.settled()!, receivedAt: NOW.epochMilliseconds };
    before.close();
    const network = createNetwork();
    network.cut();
    const replica = open({ kept: Promise.resolve(kept), fetch: network.fetch });
    await becomes(replica, 'offline');
    expect(replica.link.value.isKept).toBe(true);
    network.mend();
    await becomes(replica, 'live');
    expect(replica.link.value.isKept).toBe(false);
    // A break of the connection makes no old copy of it.
    network.cut();
    await becomes(replica, 'offline');
    expect(replica.link.value.isKept).toBe(false);
  });

  test('of which the log has no events any more is read anew', async () => {
    await book('Ada Lovelace');
    const before = open();
    await becomes(before, 'live');
    const state = { ...before.settled()!, seq: 0, bookings: new Map() };
    before.close();
    await compactLogs(api.db, NOW.add({ hours: 24 * 400 }));
    const replica = open({ kept: Promise.resolve({ state, receivedAt: 0 }) });
    await eventually(() => namesIn(replica)).toEqual(['Ada Lovelace']);
  });

  test('shows the next day when midnight passes without the server, and never an earlier one', async () => {
    let now = NOW.epochMilliseconds;
    const before = open();
    await becomes(before, 'live');
    const kept = { state: before.settled()!, receivedAt: now };
    before.close();
    const network = createNetwork();
    network.cut();
    const dayOf = async (hours: number) => {
      now = NOW.epochMilliseconds + hours * 3_600_000;
      const replica = open({ kept: Promise.resolve(kept), fetch: network.fetch, now: () => now });
      await becomes(replica, 'offline');
      return dateOfDayNumber(replica.state.value!.today);
    };
    expect(await dayOf(13)).toBe('2026-06-15');
    expect(await dayOf(15)).toBe('2026-06-16');
    expect(await dayOf(-48)).toBe('2026-06-15');
  });

  test('asks again when the clock of this machine is before that of the property', async () => {
    let ahead = 0;
    const replica = open({ now: () => api.clock!.epochMilliseconds + ahead });
    await becomes(replica, 'live');
    api.clock = NOW.add({ hours: 13, minutes: 58 });
    ahead = 5 * 60_000;
    await book('Ada Lovelace');
    await eventually(() => namesIn(replica)).toEqual(['Ada Lovelace']);
    expect(dateOfDayNumber(replica.state.value!.today)).toBe('2026-06-15');
    api.clock = NOW.add({ hours: 14, minutes: 2 });
    await book('Bo Diddley');
    await eventually(() => dateOfDayNumber(replica.state.value!.today)).toBe('2026-06-16');
  });

  test('is read again when that was wanted while it was being read', async () => {
    const answers: PromiseWithResolvers<void>[] = [];
    let isHeld = false;
    const held: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (!isHeld || !String(input).includes('/desk/')) return answer;
      const until = Promise.withResolvers<void>();
      answers.push(until);
      await until.promise;
      return answer;
    };
    const replica = open({ fetch: held });
    await becomes(replica, 'live');
    isHeld = true;
    replica.reload();
    await eventually(() => answers.length).toBe(1);
    replica.reload();
    answers[0]!.resolve();
    await eventually(() => answers.length).toBe(2);
    answers[1]!.resolve();
    await eventually(() => replica.settled()).not.toBeNull();
  });

  test('is read again when the day changes', async () => {
    const replica = open({ silenceMs: 300 });
    await becomes(replica, 'live');
    api.clock = NOW.add({ hours: 24 });
    await book('Ada Lovelace');
    await eventually(() => dateOfDayNumber(replica.state.value!.today)).toBe('2026-06-16');
    expect(namesIn(replica)).toEqual(['Ada Lovelace']);
  });
});

describe('without a network', () => {
  test('a copy stays readable, says since when, and catches up', async () => {
    const network = createNetwork();
    const replica = open({ fetch: network.fetch });
    await becomes(replica, 'live');
    await book('Ada Lovelace');
    await eventually(() => namesIn(replica)).toEqual(['Ada Lovelace']);
    network.cut();
    await becomes(replica, 'offline');
    expect(replica.link.value.receivedAt).toBe(NOW.epochMilliseconds);
    expect(namesIn(replica)).toEqual(['Ada Lovelace']);
    api.clock = NOW.add({ minutes: 5 });
    await book('Bo Diddley');
    network.mend();
    await becomes(replica, 'live');
    await eventually(() => namesIn(replica)).toEqual(['Ada Lovelace', 'Bo Diddley']);
    expect(replica.link.value.receivedAt).toBe(api.clock.epochMilliseconds);
    // What was missed came from the log: the whole was read once, and then only nights.
    const whole = network.asked.filter((url) => url.includes('/desk/') && !url.includes('parts='));
    expect(whole).toHaveLength(1);
  });

  test('a connection that is silent is given up, and made again', async () => {
    const network = createNetwork();
    const replica = open({ fetch: network.fetch, silenceMs: 150 });
    await becomes(replica, 'live');
    const streams = () => network.asked.filter((url) => url.includes('/events/')).length;
    await eventually(streams).toBeGreaterThan(2);
    await book('Ada Lovelace');
    await eventually(() => namesIn(replica)).toEqual(['Ada Lovelace']);
  });

  test('a read that failed is made once more', async () => {
    let failures = 0;
    const flaky: typeof fetch = (input, init) => {
      if (String(input).includes('parts=') && failures++ < 2) return Promise.reject(new TypeError('lost'));
      return fetch(input, init);
    };
    const replica = open({ fetch: flaky });
    await becomes(replica, 'live');
    await book('Ada Lovelace');
    await eventually(() => availableOn(replica, '2026-06-17')).toBe(8);
    expect(failures).toBeGreaterThan(2);
  });
});

describe('a refusal', () => {
  test('of the position, because events were removed, leads to a new snapshot', async () => {
    const network = createNetwork();
    const replica = open({ fetch: network.fetch });
    await becomes(replica, 'live');
    network.cut();
    await becomes(replica, 'offline');
    api.clock = NOW.add({ hours: 1 });
    await book('Ada Lovelace');
    await compactLogs(api.db, NOW.add({ hours: 2 }));
    network.mend();
    await eventually(() => namesIn(replica)).toEqual(['Ada Lovelace']);
    await becomes(replica, 'live');
  });

  test('of the token ends the tries until somebody wants one', async () => {
    const network = createNetwork();
    const token = 'x'.repeat(43);
    const replica = open({ token, fetch: network.fetch });
    await becomes(replica, 'refused');
    expect(replica.link.value.status).toBe(404);
    const { length } = network.asked;
    replica.retry();
    await eventually(() => network.asked.length).toBe(length + 1);
    await becomes(replica, 'refused');
    expect(replica.state.value).toBeNull();
  });
});

test('a token without a scope keeps a copy of the rest', async () => {
  const wanted = { label: 'cleaners', preset: 'housekeeping' };
  const { body } = await api.operator('POST', `/properties/${property.hotelId}/tokens`, wanted);
  const replica = open({ token: body.api_token });
  await becomes(replica, 'live');
  await book('Ada Lovelace');
  await eventually(() => namesIn(replica)).toEqual(['Guest']);
  expect([...replica.state.value!.parts]).toEqual(['rooms', 'units', 'bookings', 'closures', 'tasks']);
  expect(replica.part('nights').value).toEqual(new Map());
});
