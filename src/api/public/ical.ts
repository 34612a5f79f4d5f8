// /api/ical: links to the calendars of rooms and units, one for each and channel.
import { listFeeds } from '../../pms/calendar-feeds.ts';
import { toDateRange } from '../input.ts';
import { listOperation } from '../operation.ts';
import { presentIcalLink } from '../present.ts';
import { icalLinkSchema } from '../records.ts';
import { dateRange, id, object, optional } from '../schema.ts';

export const listIcalLinksOperation = listOperation({
  name: 'listIcalLinks',
  audience: ['public', 'operator'],
  fullSignInOnly: true,
  method: 'GET',
  path: '/ical',
  // Whoever knows a link reads the calendar also after a token is revoked or a person has left.
  scopes: ['settings'],
  tag: 'iCal',
  summary: 'List iCal export links',
  description:
    'One calendar link per room and channel, and per unit and channel where somebody made one: paste it into that channel. The calendar leaves out reservations that the channel itself sold. If you give dates, the links contain them and the calendars cover only those nights.',
  hasSecrets: true,
  problems: [],
  query: object({
    room_id: optional(id('only this room', 101)),
    unit_id: optional(id('only this unit', 5001)),
    ...dateRange('the calendars contain nights'),
  }),
  item: icalLinkSchema,
  caching: 'log',
  cursor: ['id', 'id'],
  filter: ({ room_id: roomId, unit_id: unitId, ...dates }) => {
    toDateRange(dates);
    return { roomId, unitId, dates };
  },
  page: async ({ db, property }, { roomId, unitId, dates }, page) =>
    (await listFeeds(db, property.hotelId, { roomId, unitId }, page)).map((feed) => ({ feed, dates })),
  key: ({ feed }) => [feed.roomId, feed.feedId],
  present: ({ feed, dates }, call) => presentIcalLink(feed, call.baseUrl, dates),
});
