// Replacement of secret URLs: calendar links, and the URLs that channels call.
import { rotateFeed } from '../../pms/calendar-feeds.ts';
import { rotateChannelKey } from '../../pms/connections.ts';
import { requireRoom } from '../../pms/rooms.ts';
import { writeOperation } from '../operation.ts';
import { presentConnection, presentIcalLink } from '../present.ts';
import { icalLinkSchema } from '../records.ts';
import { id, object, text } from '../schema.ts';
import { connectionSchema } from './records.ts';

export const rotateIcalLinkOperation = writeOperation({
  name: 'rotateIcalLink',
  audience: ['operator'],
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
    tx.record('room.changed', `room/${feed.roomId}`, await requireRoom(tx, tx.hotelId, feed.roomId));
    return presentIcalLink(feed, call.baseUrl, {});
  },
});

export const rotateInboundUrlOperation = writeOperation({
  name: 'rotateInboundUrl',
  audience: ['operator'],
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
  run: async (tx, call, { params }) =>
    presentConnection(await rotateChannelKey(tx, params.channel), call.baseUrl),
});
