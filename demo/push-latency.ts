// How long it takes until an OTA knows: changes of our calendar are followed until each OTA's own calendar says the same.
import type { OtaName } from '../simulator/ota.ts';
import type { DemoConnection } from './connections.ts';
import type { DemoEnvironment } from './environment.ts';

export type PushLatency = { channel: OtaName; afterMs: number };

/** Something that changed nights of a room; `at`: when it was committed. */
export type TrackedChange = { label: string; roomId: number; from: string; until: string; at: number };

export type Follower = {
  follow(changes: readonly TrackedChange[]): Promise<void>;
  /** by channel, how long each change took */
  delays: Map<OtaName, number[]>;
  /** changes that some OTA does not know yet */
  waiting(): number;
  stop(): void;
};

type Followed = {
  label: string;
  nights: { roomId: number; date: string }[];
  at: number;
  open: Set<DemoConnection>;
};

/** Nobody sees the difference, and what is told carries its own moment. */
const LOOK_EVERY_MS = 20;

export function followChanges(
  environment: DemoEnvironment,
  tell: (label: string, pushed: readonly PushLatency[], open: readonly OtaName[]) => void,
): Follower {
  const ours = new Map<string, number>();
  const toldAt = new Map<string, number>();
  const delays = new Map<OtaName, number[]>(environment.connected.map(({ channel }) => [channel, []]));
  let followed: Followed[] = [];
  const unwatch = environment.connected.map(({ channel, ota, hotel }) =>
    ota.watch(({ kind, hotel: of, room, dates, values, at }) => {
      if (kind !== 'told' || of !== hotel.id || values === undefined || !('available' in values)) return;
      for (const date of dates ?? []) toldAt.set(`${channel}/${room}/${date}`, at);
    }),
  );
  const look = () => {
    const believed = new Map<DemoConnection, ReturnType<typeof calendarOf>>();
    for (const one of new Set(followed.flatMap(({ open }) => [...open]))) believed.set(one, calendarOf(one));
    for (const change of followed) {
      const pushed: PushLatency[] = [];
      for (const one of change.open) {
        const keys = change.nights.map(({ roomId, date }) => ({
          key: `${one.rooms.get(roomId)}/${date}`,
          wanted: expectedAt(one, ours.get(`${roomId}/${date}`) ?? 0),
        }));
        const known = believed.get(one)!;
        if (keys.some(({ key, wanted }) => !agrees(known.get(key), wanted))) continue;
        change.open.delete(one);
        const at = Math.max(...keys.map(({ key }) => toldAt.get(`${one.channel}/${key}`) ?? 0));
        // What it counted by itself, or what changes nothing for it, it was not told.
        if (at < change.at) continue;
        pushed.push({ channel: one.channel, afterMs: at - change.at });
        delays.get(one.channel)!.push(at - change.at);
      }
      if (pushed.length > 0) {
        tell(
          change.label,
          pushed,
          [...change.open].map(({ channel }) => channel),
        );
      }
    }
    followed = followed.filter(({ open }) => open.size > 0);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
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

/** What differs between each OTA's calendar and ours, in words; nothing when all agree. */
export async function differences(environment: DemoEnvironment): Promise<string[]> {
  const { body } = await environment.api('GET', 'availability');
  const nights = (body as DemoNight[]).map((night) => ({ ...night, date: night.date.slice(0, 10) }));
  return environment.connected.flatMap((one) => {
    const believed = calendarOf(one);
    return nights.flatMap(({ room_id, date, available }) => {
      const there = believed.get(`${one.rooms.get(room_id)}/${date}`);
      const wanted = expectedAt(one, Math.max(0, available));
      return agrees(there, wanted)
        ? []
        : [`${one.channel}, room ${room_id}, ${date}: ${there}, ours ${wanted}`];
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

/** A listing at Airbnb is one unit: what it has sold itself stays sold there, whatever it is told. */
const ITS_OWN = 'its own';

function agrees(there: number | typeof ITS_OWN | undefined, wanted: number): boolean {
  return there === ITS_OWN || there === wanted;
}

/** A listing at Airbnb is free or not. */
function expectedAt({ channel }: DemoConnection, available: number): number {
  return channel === 'airbnb' ? Math.min(1, available) : available;
}
