// Calendar links of units, and replacement of secret URLs: calendar links, and the URLs that channels call.
import { CHANNEL_NAME } from '../../model/channel.ts';
import { createFeed, listFeeds, rotateFeed } from '../../pms/calendar-feeds.ts';
import { rotateChannelKey } from '../../pms/connections.ts';
import { requireRoom } from '../../pms/rooms.ts';
import { findUnit } from '../../pms/units/units.ts';
import { writeOperation } from '../operation.ts';
import { presentConnection, presentIcalLink } from '../present.ts';
import { icalLinkSchema } from '../records.ts';
import { id, object, text } from '../schema.ts';
import { connectionSchema } from './records.ts';

export const createIcalLinkOperation = writeOperation({
  name: 'createIcalLink',
  audience: ['operator'],
  fullSignInOnly: true,
  method: 'POST',
  path: '/ical',
  tag: 'iCal',
  summary: 'Make a calendar link of a unit',
  description:
    'Makes the calendar link of a unit for a channel, or for any other calendar program (`calendar`): its calendar shows the nights in which this unit is taken. If there is one, it is the answer. Links of rooms, and those for channels to which a calendar of the unit is connected, exist already.',
  problems: ['unknown_unit'],
  body: object({
    unit_id: id('unit', 5001),
    channel: text({ description: 'who reads it', pattern: CHANNEL_NAME.source, example: 'calendar' }),
  }),
  answer: icalLinkSchema,
  run: async (tx, call, { body: { unit_id: unitId, channel } }) => {
    const { roomId } = await findUnit(tx, unitId);
    await createFeed(tx, { roomId, unitId, channel });
    const feeds = await listFeeds(tx, tx.hotelId, { unitId }, { size: 1_000, after: null });
    // The ETag of the list of links is made of the log.
    tx.record('room.changed', `room/${roomId}`, {
      ...(await requireRoom(tx, tx.hotelId, roomId)),
      changed: ['calendarLinks'],
    });
    return presentIcalLink(feeds.find((feed) => feed.channel === channel)!, call.baseUrl, {});
  },
});

export const rotateIcalLinkOperation = writeOperation({
  name: 'rotateIcalLink',
  audience: ['operator'],
  fullSignInOnly: true,
  method: 'POST',
  path: '/ical/{id}/rotate',
  tag: 'iCal',
  summary: 'Replace a calendar link',
  description:
    'Gives the link a new address; the old one answers 404 at once. Paste the new one into the channel that reads the calendar.',
  problems: ['not_found'],
  params: object({ id: id('link, from GET ical', 1) }),
  answer: icalLinkSchema,
  run: async (tx, call, { params }) => {
    const feed = await rotateFeed(tx, params.id);
    // The ETag of the list of links is made of the log, so clients must see a new entry and fetch the new
    // URL.
    tx.record('room.changed', `room/${feed.roomId}`, {
      ...(await requireRoom(tx, tx.hotelId, feed.roomId)),
      changed: ['calendarLinks'],
    });
    return presentIcalLink(feed, call.baseUrl, {});
  },
});

export const rotateInboundUrlOperation = writeOperation({
  name: 'rotateInboundUrl',
  audience: ['operator'],
  fullSignInOnly: true,
  method: 'POST',
  path: '/channels/{channel}/rotate_key',
  tag: 'Channels',
  summary: 'Replace the address that the channel calls',
  description:
    'Gives the connection a new `inbound_url`; the old one answers 404 at once. Enter the new one at the channel: until then its requests fail.',
  problems: ['unknown_channel'],
  params: object({
    channel: text({ description: 'name of the OTA in snake_case', maxLength: 40, example: 'vrbo' }),
  }),
  answer: connectionSchema,
  run: async (tx, call, { params }) => presentConnection(await rotateChannelKey(tx, params.channel), call),
});
