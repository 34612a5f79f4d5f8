// How long it takes until an OTA knows: changes of our calendar are followed until each OTA's own calendar says the same.
import type { OtaName } from '../simulator/ota.ts';
import type { Connected } from './connections.ts';
import type { World } from './world.ts';

export type Told = { channel: OtaName; afterMs: number };

/** Something that changed nights of a room; `at`: when it was committed. */
export type Change = { label: string; roomId: number; from: string; until: string; at: number };

export type Follower = {
  follow(changes: readonly Change[]): Promise<void>;
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
  open: Set<Connected>;
};

/** Nobody sees the difference, and what is told carries its own moment. */
const LOOK_EVERY_MS = 20;

export function followChanges(
  world: World,
  tell: (label: string, told: readonly Told[], open: readonly OtaName[]) => void,
): Follower {
  const ours = new Map<string, number>();
  const toldAt = new Map<string, number>();
  const delays = new Map<OtaName, number[]>(world.connected.map(({ channel }) => [channel, []]));
  let followed: Followed[] = [];
  const unwatch = world.connected.map(({ channel, ota, hotel }) =>
    ota.watch(({ kind, hotel: of, room, dates, values, at }) => {
      if (kind !== 'told' || of !== hotel.id || values === undefined || !('available' in values)) return;
      for (const date of dates ?? []) toldAt.set(`${channel}/${room}/${date}`, at);
    }),
  );
  const look = () => {
    const believed = new Map<Connected, ReturnType<typeof believedBy>>();
    for (const one of new Set(followed.flatMap(({ open }) => [...open]))) believed.set(one, believedBy(one));
    for (const change of followed) {
      const told: Told[] = [];
      for (const one of change.open) {
        const keys = change.nights.map(({ roomId, date }) => ({
          key: `${one.rooms.get(roomId)}/${date}`,
          wanted: wantedBy(one, ours.get(`${roomId}/${date}`) ?? 0),
        }));
        const known = believed.get(one)!;
        if (keys.some(({ key, wanted }) => !agrees(known.get(key), wanted))) continue;
        change.open.delete(one);
        const at = Math.max(...keys.map(({ key }) => toldAt.get(`${one.channel}/${key}`) ?? 0));
        // What it counted by itself, or what changes nothing for it, it was not told.
        if (at < change.at) continue;
        told.push({ channel: one.channel, afterMs: at - change.at });
        delays.get(one.channel)!.push(at - change.at);
      }
      if (told.length > 0) {
        tell(
          change.label,
          told,
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
        const nights = await readNights(world, change);
        for (const { date, available } of nights) ours.set(`${change.roomId}/${date}`, available);
        followed.push({
          label: change.label,
          nights: nights.map(({ date }) => ({ roomId: change.roomId, date })),
          at: change.at,
          open: new Set(world.connected),
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

export type Night = { room_id: number; date: string; available: number };

/** What differs between each OTA's calendar and ours, in words; nothing when all agree. */
export async function differences(world: World): Promise<string[]> {
  const { body } = await world.api('GET', 'availability');
  const nights = (body as Night[]).map((night) => ({ ...night, date: night.date.slice(0, 10) }));
  return world.connected.flatMap((one) => {
    const believed = believedBy(one);
    return nights.flatMap(({ room_id, date, available }) => {
      const there = believed.get(`${one.rooms.get(room_id)}/${date}`);
      const wanted = wantedBy(one, Math.max(0, available));
      return agrees(there, wanted)
        ? []
        : [`${one.channel}, room ${room_id}, ${date}: ${there}, ours ${wanted}`];
    });
  });
}

async function readNights(world: World, { roomId, from, until }: Change): Promise<Night[]> {
  const [first, last] = [world.day(0), until];
  const path = `?room_id=${roomId}&fromdate=${from < first ? first : from}&todate=${last}`;
  const { status, body } = await world.api('GET', 'availability', { path });
  if (status !== 200) return [];
  return (body as Night[])
    .map((night) => ({ ...night, date: night.date.slice(0, 10), available: Math.max(0, night.available) }))
    .filter(({ date }) => date < until);
}

function believedBy({ channel, ota, hotel }: Connected): Map<string, number | typeof ITS_OWN> {
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
function wantedBy({ channel }: Connected, available: number): number {
  return channel === 'airbnb' ? Math.min(1, available) : available;
}
