// A server and worker for tests of calendars: the operator's API connects, polls run when called.
import { afterAll, afterEach } from 'vitest';
import type { JobContext } from '../../src/jobs/context.ts';
import { createCalendarPolls } from '../../src/jobs/poll-calendars.ts';
import { openOutgoing } from '../../src/outgoing/http.ts';
import { type Api, CALENDAR_DOMAIN, type TestProperty, useApi } from '../harness/api.ts';
import { checkLeftovers } from '../pms/check-open-transactions.ts';

export const POLL_SECONDS = 600;
const MORE_THAN_A_POLL_SECONDS = 700;

export type Channels = {
  readonly api: Api;
  context(more?: Partial<JobContext>): JobContext;
  /** sets the clock, of the server and of the worker */
  at(moment: string | Temporal.Instant): void;
  /** warnings that the worker logged */
  readonly warnings: unknown[];
  /** fetches the calendars that are due; returns how many */
  poll(more?: Partial<JobContext>): Promise<number>;
  /** moves the clock until all calendars are due again, then fetches; `times` times */
  polls(times: number, more?: Partial<JobContext>): Promise<void>;
  /** connects a channel with these calendars by the operator's PUT */
  connect(
    property: TestProperty,
    channel: string,
    rooms: { room: number; url: string }[],
    settings?: object,
  ): Promise<void>;
  state(property: TestProperty, channel: string): Promise<{ state: string; last_error: string | null }>;
  bookings(property: TestProperty, query?: string): Promise<any[]>;
  /** `available` of each night of [from, until) */
  available(property: TestProperty, from: string, until: string, room?: number): Promise<number[]>;
  /** the room's feed for a channel: its events as `from/until summary` */
  feed(property: TestProperty, channel: string, room?: number): Promise<string[]>;
  /** the path of that feed */
  feedPath(property: TestProperty, channel: string, room?: number): Promise<string>;
};

/** Call at the top of a test file. */
export function useChannels(): Channels {
  const api = useApi();
  const outgoing = openOutgoing({ version: '0', allowPrivateNetwork: true });
  afterAll(() => outgoing.close());
  checkLeftovers(api);
  // Calendars of one test must not be due in the next.
  afterEach(async () => {
    await api.db.query('delete from connections');
  });
  const warnings: unknown[] = [];

  const channels: Channels = {
    api,
    warnings,
    context: (more = {}) => ({
      db: api.db,
      outgoing,
      mailer: null,
      icalPollSeconds: POLL_SECONDS,
      calendarDomain: CALENDAR_DOMAIN,
      now: () => api.clock ?? Temporal.Now.instant(),
      log: { info: () => {}, warn: (details, message) => warnings.push([details, message]) },
      ...more,
    }),
    at(moment) {
      api.clock = Temporal.Instant.from(String(moment));
    },
    async poll(more) {
      let done = 0;
      for (;;) {
        const { claimed } = await createCalendarPolls(channels.context(more)).runOnce();
        if (claimed === 0) return done;
        done += claimed;
      }
    },
    async polls(times, more) {
      for (let i = 0; i < times; i += 1) {
        api.clock = api.clock!.add({ seconds: MORE_THAN_A_POLL_SECONDS });
        await channels.poll(more);
      }
    },
    async connect(property, channel, rooms, settings = {}) {
      const answer = await api.operator(
        'PUT',
        `/properties/${property.hotelId}/channels/${channel}?replace=true`,
        {
          protocol: 'ical',
          settings,
          rooms: rooms.map(({ room, url }) => ({ room_id: room, ical_url: url })),
        },
      );
      if (answer.status !== 200) throw new Error(answer.text);
    },
    state: async (property, channel) =>
      (await api.operator('GET', `/properties/${property.hotelId}/channels/${channel}`)).body,
    bookings: async (property, query = '') => (await api.get(`/api/bookings/${property.token}${query}`)).body,
    async available(property, from, until, room = property.room) {
      const last = Temporal.PlainDate.from(until).subtract({ days: 1 });
      const path = `/api/availability/${property.token}?room_id=${room}&fromdate=${from}&todate=${last}`;
      return (await api.get(path)).body.map((night: any) => night.available);
    },
    async feed(property, channel, room = property.room) {
      return eventsOf((await api.get(await channels.feedPath(property, channel, room))).text);
    },
    async feedPath(property, channel, room = property.room) {
      const links = (await api.get(`/api/ical/${property.token}?room_id=${room}`)).body;
      const link = links.find((one: any) => one.channel_name === channel);
      if (!link) throw new Error(`no feed for ${channel}`);
      return new URL(link.url).pathname;
    },
  };
  return channels;
}

/** The events of a feed as `from/until summary`, parsed without the code under test. */
export function eventsOf(text: string): string[] {
  const day = (digits: string | undefined) => digits?.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3');
  return text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => {
      const from = day(/DTSTART;VALUE=DATE:(\d{8})/.exec(event)?.[1]);
      const until = day(/DTEND;VALUE=DATE:(\d{8})/.exec(event)?.[1]);
      return `${from}/${until} ${/SUMMARY:(.*)/.exec(event)?.[1]?.trim()}`;
    });
}
