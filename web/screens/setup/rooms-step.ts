// What the second step of the setup shows: the form for rooms creates them, so it must not be shown where there are some. Pure.

/** How far the rooms of the form are: `begun` before the first one is created, `done` when all of them are. */
export type RoomsSaving = 'not_begun' | 'begun' | 'done';

/** `rooms`: how many the copy of the property has. `isKept`: the copy is an old one, which may lack them. */
type KnownOfRooms = { rooms: number; isKept: boolean; saving: RoomsSaving };

/** Returns whether to show the form, what comes after it, or neither until the rooms are known. */
export function roomsStepOf({ rooms, isKept, saving }: KnownOfRooms): 'form' | 'ready' | 'waiting' {
  // The rooms of the form appear in the copy one by one; it stays until all of them are saved.
  if (saving === 'begun') return 'form';
  if (rooms > 0) return 'ready';
  return saving === 'done' || isKept ? 'waiting' : 'form';
}
