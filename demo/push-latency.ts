// Measures push latencies: follows changes of innwire's calendar until each OTA's calendar has the same
// values.
import type {} from '../simulator/ota.ts';
import type { OtaName } from '../simulator/otas.ts';
import type { DemoConnection } from './connections.ts';
import type { DemoEnvironment } from './environment.ts';

export type PushLatency = { channel: OtaName; afterMs: number };

/** A change of a room's nights; `at`: time of the notification of its commit. */
export type TrackedChange = { label: string; roomId: number; from: string; until: string; at: number };

export type Follower = {
  follow(changes: readonly TrackedChange[]): Promise<void>;
  /** push latencies in milliseconds, by channel */
  delays: Map<OtaName, number[]>;
  /** number of changes that some OTA does not have yet */
  waiting(): number;
  stop(): void;
};

type Followed = {
  label: string;
  nights: { roomId: number; date: string }[];
  at: number;
  open: Set<DemoConnection>;
};

/** Interval of the comparison; it does not limit the precision, since each pushed value has its own time. */
const COMPARE_INTERVAL_MS = 20;

/**
 * Follows changes of innwire's calendar. Calls `onPushed` with the latencies of the channels that have
 * received a change since the last call, and the channels that have not yet.
 */
export function followChanges(
  environment: DemoEnvironment,
  onPushed: (label: string, pushed: readonly PushLatency[], open: readonly OtaName[]) => void,
): Follower {
  const ours = new Map<string, number>();
  const pushedAt = new Map<string, number>();
  const delays = new Map<OtaName, number[]>(environment.connected.map(({ channel }) => [channel, []]));
  let followed: Followed[] = [];
  const unwatch = environment.connected.map(({ channel, ota, hotel }) =>
    ota.watch(({ kind, hotel: of, room, dates, values, at }) => {
      if (kind !== 'pushed' || of !== hotel.id || values === undefined || !('available' in values)) return;
      for (const date of dates ?? []) pushedAt.set(`${channel}/${room}/${date}`, at);
    }),
  );
  const compare = () => {
    const calendars = new Map<DemoConnection, ReturnType<typeof calendarOf>>();
    for (const one of new Set(followed.flatMap(({ open }) => [...open]))) calendars.set(one, calendarOf(one));
    for (const change of followed) {
      const pushed: PushLatency[] = [];
      for (const one of change.open) {
        const keys = change.nights.map(({ roomId, date }) => ({
          key: `${one.rooms.get(roomId)}/${date}`,
          wanted: expectedAt(one, ours.get(`${roomId}/${date}`) ?? 0),
        }));
        const known = calendars.get(one)!;
        if (keys.some(({ key, wanted }) => !agrees(known.get(key), wanted))) continue;
        change.open.delete(one);
        const at = Math.max(...keys.map(({ key }) => pushedAt.get(`${one.channel}/${key}`) ?? 0));
        // Not pushed: a count that the OTA adjusted itself, or a change that makes no difference to it.
        if (at < change.at) continue;
        pushed.push({ channel: one.channel, afterMs: at - change.at });
        delays.get(one.channel)!.push(at - change.at);
      }
      if (pushed.length > 0) {
        onPushed(
          change.label,
          pushed,
          [...change.open].map(({ channel }) => channel),
        );
      }
    }
    followed = followed.filter(({ open }) => open.size > 0);
  };
  const timer = setInterval(compare, COMPARE_INTERVAL_MS);
  return {
    async follow(changes) {
      for (const change of changes) {
        const nights = await readNights(environment, change);
        for (const { date, available } of nights) ours.set(`${change.roomId}/${date}`, available);
        followed.push({
          label: change.label,
          nights: nights.map(({ date }) => ({ roomId: change.roomId, date })),
          at: change.at,
          open: new Set(environment.connected),
        });
      }
    },
    delays,
    waiting: () => followed.length,
    stop: () => {
      clearInterval(timer);
      for (const one of unwatch) one();
    },
  };
}

export type DemoNight = { room_id: number; date: string; available: number };

/** Describes the differences between the OTAs' calendars and innwire's; empty when all agree. */
export async function differences(environment: DemoEnvironment): Promise<string[]> {
  const { body } = await environment.api('GET', 'availability');
  const nights = (body as DemoNight[]).map((night) => ({ ...night, date: night.date.slice(0, 10) }));
  return environment.connected.flatMap((one) => {
    const calendar = calendarOf(one);
    return nights.flatMap(({ room_id, date, available }) => {
      const actual = calendar.get(`${one.rooms.get(room_id)}/${date}`);
      const wanted = expectedAt(one, Math.max(0, available));
      return agrees(actual, wanted)
        ? []
        : [`${one.channel}, room ${room_id}, ${date}: ${actual}, ours ${wanted}`];
    });
  });
}

async function readNights(
  environment: DemoEnvironment,
  { roomId, from, until }: TrackedChange,
): Promise<DemoNight[]> {
  const [first, last] = [environment.day(0), until];
  const path = `?room_id=${roomId}&fromdate=${from < first ? first : from}&todate=${last}`;
  const { status, body } = await environment.api('GET', 'availability', { path });
  if (status !== 200) return [];
  return (body as DemoNight[])
    .map((night) => ({ ...night, date: night.date.slice(0, 10), available: Math.max(0, night.available) }))
    .filter(({ date }) => date < until);
}

function calendarOf({ channel, ota, hotel }: DemoConnection): Map<string, number | typeof ITS_OWN> {
  const known = new Map<string, number | typeof ITS_OWN>();
  for (const { room, date, available } of ota.calendar(hotel.id)) {
    if (available !== undefined) known.set(`${room}/${date}`, available);
  }
  if (channel !== 'airbnb') return known;
  for (const { room, arrival, departure } of ota
    .reservations(hotel.id)
    .filter(({ status }) => status === 'booked')
    .flatMap(({ stays }) => stays)) {
    const until = Temporal.PlainDate.from(departure);
    let date = Temporal.PlainDate.from(arrival);
    for (; Temporal.PlainDate.compare(date, until) < 0; date = date.add({ days: 1 })) {
      known.set(`${room}/${date}`, ITS_OWN);
    }
  }
  return known;
}

/** Marks nights that Airbnb sold: a listing is one unit, and a push does not reopen its booked nights. */
const ITS_OWN = 'its own';

function agrees(actual: number | typeof ITS_OWN | undefined, wanted: number): boolean {
  return actual === ITS_OWN || actual === wanted;
}

/** Returns the count that a channel should have; a listing at Airbnb has at most one unit. */
function expectedAt({ channel }: DemoConnection, available: number): number {
  return channel === 'airbnb' ? Math.min(1, available) : available;
}
