// Which room of the house each stay of a list is for, and which stays are there already. Pure.
import { dayOfDate } from '../../../days.ts';
import { fold } from '../../../palette/match.ts';
import type { ReplicaState } from '../../../replica/state.ts';
import type { ListedStay } from './stays-file.ts';

/** A room, or one of its units. */
export type StayPlace = { roomId: number; unitId: number | null };

/** Returns the place of a name: that of a unit or of a room, else of the only room of the house; null = not known. */
export function placeOfName(name: string, { rooms, units }: ReplicaState): StayPlace | null {
  const wanted = fold(name);
  const unit = [...units.values()].find((one) => fold(one.name) === wanted);
  if (unit) return { roomId: unit.room_id, unitId: unit.unit_id };
  const room = [...rooms.values()].find((one) => fold(one.name) === wanted);
  if (room) return { roomId: room.room_id, unitId: null };
  const [only] = rooms.values();
  return wanted === '' && rooms.size === 1 && only ? { roomId: only.room_id, unitId: null } : null;
}

/** Returns the stays with what the house says of them: a room that it does not have, and stays that it has already. */
export function withHouse(
  stays: readonly ListedStay[],
  chosen: ReadonlyMap<string, StayPlace>,
  state: ReplicaState,
): (ListedStay & { place: StayPlace | null })[] {
  const known = new Set(
    [...state.bookings.values()]
      .filter(({ status }) => status !== 'cancelled')
      .map(({ name, checkin }) => `${fold(name)} ${dayOfDate(checkin.slice(0, 10))}`),
  );
  return stays.map((stay) => {
    const place = chosen.get(stay.room) ?? placeOfName(stay.room, state);
    const isHere = stay.checkin !== null && known.has(`${fold(stay.name)} ${dayOfDate(stay.checkin)}`);
    return {
      ...stay,
      place,
      errors: [
        ...stay.errors,
        ...(place === null ? (['unknown_room'] as const) : []),
        ...(isHere ? (['already_here'] as const) : []),
      ],
    };
  });
}

/** Returns a key of each stay, made of what it says: the same list sent again creates nothing twice. Equal lines have keys of their own. */
export function keysOf(stays: readonly ListedStay[]): string[] {
  const seen = new Map<string, number>();
  return stays.map(({ line: _, errors: __, ...content }) => {
    const text = JSON.stringify(content);
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    return `import-${hashOf(`${text}${times}`)}`;
  });
}

/** Returns 128 bits of a text in hexadecimal digits: FNV-1a with four seeds. Browsers hash otherwise only where the connection is encrypted. */
function hashOf(text: string): string {
  return [0, 1, 2, 3]
    .map((seed) => {
      let hash = 0x811c9dc5 ^ (seed * 0x9e3779b1);
      for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      return (hash >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
}
