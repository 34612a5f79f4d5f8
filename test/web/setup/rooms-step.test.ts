// What the second step of the setup shows: rooms are never asked for where the house may have them.
import { expect, test } from 'vitest';
import { type RoomsSaving, roomsStepOf } from '../../../web/screens/setup/rooms-step.ts';

test.each<[string, number, boolean, RoomsSaving, ReturnType<typeof roomsStepOf>]>([
  ['asks for the rooms of a house without any', 0, false, 'not_begun', 'form'],
  ['waits while an old copy has none: the house may have some by now', 0, true, 'not_begun', 'waiting'],
  ['goes on with the rooms of an old copy', 2, true, 'not_begun', 'ready'],
  ['goes on when somebody else creates rooms', 1, false, 'not_begun', 'ready'],
  ['keeps the form while its own rooms appear one by one', 1, false, 'begun', 'form'],
  ['waits for rooms that are saved', 0, false, 'done', 'waiting'],
  ['goes on once they are here', 3, false, 'done', 'ready'],
])('%s', (_title, rooms, isKept, saving, step) => {
  expect(roomsStepOf({ rooms, isKept, saving })).toBe(step);
});
