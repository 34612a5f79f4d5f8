// What is said of a night, room and channel.
import { expect, test } from 'vitest';
import type { DeskChannelNight, DeskConnection } from '../../../web/screens/channels/channel-nights.ts';
import { stateOfNight } from '../../../web/screens/channels/night-state.ts';

const connection = (given: Partial<DeskConnection>) =>
  ({ state: 'connected', paused: null, last_error: null, ...given }) as DeskConnection;
const night = (given: Partial<DeskChannelNight>) =>
  ({ state: 'pending', confirmed: null, ...given }) as DeskChannelNight;

test('nights of a connection that was just made are on the way', () => {
  expect(stateOfNight(connection({ state: 'connecting' }), night({}))).toBe('on_the_way');
});

test('nights are unknown where the channel has failed or is paused', () => {
  expect(stateOfNight(connection({ state: 'connecting', last_error: 'timeout' }), night({}))).toBe('unknown');
  expect(stateOfNight(connection({ state: 'error' }), night({}))).toBe('unknown');
});

test('a refused night is refused also during the first push', () => {
  expect(stateOfNight(connection({ state: 'connecting' }), night({ state: 'rejected' }))).toBe('refused');
});

test('a room without nights is not sold there', () => {
  expect(stateOfNight(connection({}), undefined)).toBe('not_sold');
});
