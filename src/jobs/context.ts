// What every job gets: the database, clients for HTTP and mail, settings, the clock and the log.
import type { Database } from '../db/database.ts';
import type { Timers } from '../model/timers.ts';
import type { Outgoing } from '../outgoing/http.ts';
import type { Mailer } from '../outgoing/mail.ts';

export type JobContext = {
  /** as `forBackground` returns it: jobs wait where requests are refused */
  db: Database;
  outgoing: Outgoing;
  /** null when no SMTP server is configured */
  mailer: Mailer | null;
  /** recipient of the e-mail sent when a channel refuses a connection; null or absent = no e-mail */
  alertEmail?: string | null;
  icalPollSeconds: number;
  /** days that events stay in the log; null or absent = for ever */
  eventsKeepDays?: number | null;
  /** domain in the UIDs of our own calendar entries, by which they are recognised when they come back */
  calendarDomain: string;
  now: () => Temporal.Instant;
  /** by which jobs wait; absent = those of the machine */
  timers?: Timers;
  log: JobLog;
};

export type JobLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
};
