// What the screen Channels compares with what a channel has confirmed.
import { expect, test } from 'vitest';
import type { ReplicaState } from '../../../web/replica/state.ts';
import { heldNight } from '../../../web/screens/channels/channel-nights.ts';

const state = {
  from: 100,
  nights: new Map([[1, { room_id: 1, available: [3, 2], price: [120, 130], min_stay: [1, 2] }]]),
} as unknown as ReplicaState;

test('of a night of a room we hold its count, price and minimum stay', () => {
  expect(heldNight(state, { roomId: 1, unitId: null, day: 101 })).toEqual({
    available: 2,
    price: 130,
    min_stay: 2,
  });
  expect(heldNight(state, { roomId: 2, unitId: null, day: 101 }).available).toBeNull();
});

test('the count of the room is not that of one of its units', () => {
  expect(heldNight(state, { roomId: 1, unitId: 7, day: 101 })).toEqual({
    available: null,
    price: 130,
    min_stay: 2,
  });
});
