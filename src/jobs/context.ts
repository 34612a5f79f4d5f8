// What the jobs are given: the database, the doors to the outside, the clock.
import type { Database } from '../db/database.ts';
import type { Outgoing } from '../outgoing/http.ts';
import type { Mailer } from '../outgoing/mail.ts';

export type JobContext = {
  db: Database;
  outgoing: Outgoing;
  /** null where no SMTP is set */
  mailer: Mailer | null;
  /** who gets an e-mail when a channel refuses a connection; null or absent = nobody */
  alertEmail?: string | null;
  icalPollSeconds: number;
  /** how long events stay in the log; null or absent = for ever */
  eventsKeepDays?: number | null;
  /** by this our own calendar entries are known when they come back */
  calendarDomain: string;
  now: () => Temporal.Instant;
  log: JobLog;
};

export type JobLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
};
