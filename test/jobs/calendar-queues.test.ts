// Calendars of a property wait for each other: slow ones of one house delay none of another.
import type http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createCalendarPolls } from '../../src/jobs/poll-calendars.ts';
import { calendarText, startCalendarServer } from '../harness/calendar-server.ts';
import { eventually } from '../harness/eventually.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();
const { api } = channels;
const EMPTY = calendarText([]);
/** More than a process fetches at once. */
const SLOW = 40;

test('forty calendars that do not answer keep no other property waiting', async () => {
  const server = await startCalendarServer();
  const held: http.ServerResponse[] = [];
  const hold = (_: http.IncomingMessage, response: http.ServerResponse) => {
    held.push(response);
  };
  const connect = async (count: number, prefix: string) => {
    const property = await api.property({ rooms: Array.from({ length: count }, () => ({})) });
    const rooms = property.rooms.map((room, i) => ({ room, url: server.url(`${prefix}${i}`) }));
    await channels.connect(property, 'airbnb', rooms);
    return property;
  };
  // The slow ones are due first, so that they are found first.
  channels.at('2027-03-01T08:00:00Z');
  for (let i = 0; i < SLOW; i += 1) server.show(`slow${i}`, hold);
  await connect(SLOW, 'slow');
  channels.at('2027-03-01T08:00:01Z');
  for (const name of ['a0', 'a1', 'a2', 'b0']) server.show(name, EMPTY);
  const others = [await connect(3, 'a'), await connect(1, 'b')];

  const worker = createCalendarPolls(channels.context()).start();
  onTestFinished(async () => {
    for (const response of held) response.end(EMPTY);
    await worker.stop();
  });
  await eventually(async () => {
    for (const property of others) expect((await channels.state(property, 'airbnb')).state).toBe('connected');
  });
  expect(held).toHaveLength(4);

  // Those that wait take the places of those that have ended.
  for (const response of held.splice(0)) response.end(EMPTY);
  await eventually(() => expect(held).toHaveLength(4));
});
