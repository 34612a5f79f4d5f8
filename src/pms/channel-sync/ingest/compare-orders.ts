// Compares two versions of an order: a channel may list an order under another revision than its queue does.
import { isDeepStrictEqual } from 'node:util';
import type { ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';
import type { AppliedVersion } from './rooms-held-by-channel.ts';

/** Whether both are cancelled, or equal in rooms at the channel, dates and total (if both have one). */
export function isSameOrder(one: ChannelReservation, other: ChannelReservation): boolean {
  const cancelled = [one, other].map(({ status }) => status === 'cancelled');
  if (cancelled[0] !== cancelled[1]) return false;
  if (cancelled[0]) return true;
  const [ours, theirs] = [inOrder(one.rooms), inOrder(other.rooms)];
  return ours.length === theirs.length && ours.every((room, i) => isSameStay(room, theirs[i]!));
}

/** Whether a channel reports in a version what it reported in the one before. */
export function saysTheSame(version: ChannelReservation, last: AppliedVersion): boolean {
  return isDeepStrictEqual(reportOf(version), reportOf(last));
}

/** Returns what a version says of the order, as it is stored: without the marks that identify it. */
function reportOf(version: ChannelReservation): unknown {
  const rooms = version.rooms.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return JSON.parse(JSON.stringify({ ...version, ...MARKS, rooms }));
}

const MARKS = {
  revision: undefined,
  digested: undefined,
  at: undefined,
  provisional: undefined,
  receipt: undefined,
  keysArePlaces: undefined,
  isEmptied: undefined,
};

function isSameStay(one: ChannelRoomStay, other: ChannelRoomStay): boolean {
  return (
    placeOf(one) === placeOf(other) &&
    (one.total === null || other.total === null || Number(one.total) === Number(other.total))
  );
}

/** Room and dates at the channel. The keys of rooms may differ between a queue and an order list. */
function placeOf({ externalRoom, checkin, checkout }: ChannelRoomStay): string {
  return `${externalRoom}/${checkin}/${checkout}`;
}

function inOrder(rooms: readonly ChannelRoomStay[]): ChannelRoomStay[] {
  const key = (room: ChannelRoomStay) =>
    `${placeOf(room)}/${Number(room.total ?? 0)
      .toFixed(2)
      .padStart(20)}`;
  return rooms.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
