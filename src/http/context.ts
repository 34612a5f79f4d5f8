// What the routes use of the server.
import type { Database } from '../db/database.ts';
import type { ConnectionPreviewer } from '../pms/channel-sync/preview.ts';
import type { AttachmentReader } from '../pms/message-attachments.ts';
import type { OperatorGuard } from './operator-key.ts';
import type { RateLimiter } from './rate-limits.ts';
import type { AdmitBody } from './read-json.ts';
import type { UsageLog } from './usage-log.ts';

/** The parts and settings that are given to the server and passed on to its routes. */
export type SharedOptions = {
  db: Database;
  /** how clients reach this server; a function, because the port may be chosen at the start */
  baseUrl: () => string;
  /** the clock */
  now: () => Temporal.Instant;
  /** brings the sample property up to date */
  refreshSandbox: () => Promise<void>;
  /**
   * the part after the @ of our calendar entries' UIDs, by which we recognize our own entries in imported
   * calendars
   */
  calendarDomain: string;
  /** the operator may enter URLs without TLS: ALLOW_PRIVATE_NETWORK */
  allowHttp?: boolean;
  /** programs of this machine may make test properties without the operator key */
  testProperties?: boolean;
  /** for dry runs of connecting */
  previewChannel?: ConnectionPreviewer;
  /** for files that guests attached */
  readAttachment?: AttachmentReader;
};

export type AppContext = SharedOptions & {
  operatorGuard: OperatorGuard;
  rateLimiter: RateLimiter;
  usage: UsageLog;
  admitBody: AdmitBody;
};
