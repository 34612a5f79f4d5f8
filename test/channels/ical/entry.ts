// iCal in the conformance suite. Its calendars are texts that model/ical reads; client.test.ts fetches them.
import type { Entry } from '../conformance/entry.ts';
import { connectionTo } from '../stale-nights.ts';

export const entry: Entry = {
  connection: connectionTo('ical', {
    url: 'http://channel.test/ical',
    settings: { tentative: 'ignore', closed: 'booking' },
  }),
  least: { settings: {}, credentials: {} },
  samples: {},
};
