// Adapter of iCal (RFC 5545): the calendars of single rooms, which every OTA and calendar program can exchange.
//
// Nothing is pushed: the channel fetches our feeds (http/calendar-feed), and we fetch its calendars
// (jobs/poll-calendars). model/ical reads and writes their text.

import { defineAdapter } from '../define-adapter.ts';
import { fetchCalendar } from './client.ts';
import { credentialsSchema, settingsSchema } from './settings.ts';

export const ical = defineAdapter({
  protocol: 'ical',
  title: 'iCal (calendar feeds)',
  maturity: 'public specification',
  settingsSchema,
  credentialsSchema,
  needsRate: false,
  severalRates: false,
  sellsUnits: true,
  calendars: { fetchCalendar },
});
