// What each step of a connection's work gets (`Cycle`) and returns (`CycleResult`).

import type { Adapter, ConnectionView } from '../../channels/channel.ts';
import type { ChannelClient, FailedOutcome } from '../../channels/channel-client.ts';
import { about, type FailedPart, type Failure } from '../../model/cause.ts';
import type { HttpExchange, PullName } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import type { Property } from '../../model/property.ts';
import type { PullOperation } from '../../model/sync-operations.ts';
import type { IngestSource } from '../../pms/channel-sync/ingest/reservations.ts';
import type { Lease } from '../../pms/channel-sync/lease.ts';
import type { JobContext } from '../context.ts';
import type { PushTracker } from './push-tracker.ts';
import type { RefusedAcknowledgements } from './refused-acknowledgements.ts';
import type { RefusedRoomTracker } from './refused-rooms.ts';
import type { RefusedValueRetries } from './refused-value-retries.ts';
import type { RequestLimits } from './request-limits.ts';

/** The connection as loaded, the client for its channel, and where to record what was done. */
export type Cycle = {
  context: JobContext;
  lease: Lease;
  adapter: Adapter;
  view: ConnectionView;
  property: Property;
  /** what ingest needs of the connection */
  source: IngestSource;
  client: ChannelClient;
  /** the entry of the sync log that is recorded next */
  entry: CycleEntry;
  /** how many requests its credentials allow */
  limits: RequestLimits;
  /** rooms that are not pushed at the moment because the channel refuses them */
  refusedRooms: RefusedRoomTracker;
  /** nights pushed while something else is under way */
  pushes: PushTracker;
  memory: ConnectionMemory;
  /** Waits for so many seconds, or until the process stops. */
  wait(seconds: number): Promise<void>;
  /** Records a report in the sync log, with the HTTP exchanges since the last one. */
  record(report: CycleReport): void;
};

/** The entry of the sync log that a cycle will record. */
export type CycleEntry = {
  /** null = none was reserved yet */
  id: number | null;
  /** Returns the last exchange; null = there was none. */
  last(): HttpExchange | null;
  /** Returns the position of an exchange in the entry, from 1; null = it is not kept. */
  positionOf(exchange: HttpExchange | null): number | null;
};

/**
 * State that steps keep between runs, until settings, mapping or credentials change. Both pipelines share it.
 */
export type ConnectionMemory = {
  /** the day on which all that the channel had refused was pushed again */
  refusedPushedOn: PlainDate | null;
  refusedValues: RefusedValueRetries;
  refusedAcknowledgements: RefusedAcknowledgements;
  /** why the channel refused the mapping (null = it did not) when it was tested last */
  mapping: { fault: Failure | null; testedAt: Temporal.Instant | null };
  /** the channel refused to show its orders at the last recovery */
  ordersRefused: boolean;
  /** an order that the last recovery could not read; shown until the next recovery */
  unreadableOrder: string | null;
  /** items that the last read of each queue could not read, as described for people */
  unreadable: Partial<Record<PullName, readonly string[]>>;
  /** when the OTAs behind the channel had been listed last before the connection was loaded; null = never */
  otasReadAt: Temporal.Instant | null;
  /** from when on they may be listed; null = that is not reserved yet */
  otasDueAt: Temporal.Instant | null;
  /** when records of each queue were acknowledged last */
  acknowledgedAt: Partial<Record<PullName, Temporal.Instant>>;
  /**
   * because of items of the queue of reservations that cannot be read: whether the orders are to be listed, and
   * when they were last
   */
  listing: { isWanted: boolean; at: Temporal.Instant | null };
  /** relistings of this recovery, and whether a list had versions that the queue does not have */
  listedAgain: { times: number; missedVersions: boolean };
};

/** Value of `listedAgain` before the first recovery and after each. */
export const NO_RELISTING = { times: 0, missedVersions: false };

export type CycleReport = (
  | { direction: 'push'; operation: string }
  | { direction: 'pull'; operation: PullOperation }
) & {
  summary: string;
  outcome: 'ok' | 'partial' | 'failed';
  items: number;
  error: string | null;
  startedMs: number;
};

/** Result of a step; it determines when its task runs next. */
export type CycleResult =
  /** `problem`: something that another attempt does not mend, for people; the next one comes at its usual time */
  | { kind: 'done'; problem?: Failure }
  /** there is more to do: run again at once */
  | { kind: 'again' }
  /** the channel allows no further request for so long; not an error */
  | { kind: 'paused'; seconds: number }
  /** it failed and may succeed later: after so many seconds, or after a pause that grows, to `atMostSeconds` */
  | ({ kind: 'later'; afterSeconds?: number; atMostSeconds?: number } & Failure)
  /** the channel refuses our credentials for this, or the settings: tried again later; other tasks go on */
  | ({ kind: 'refused' } & Failure);

/**
 * Result for a step that failed. One that the credentials do not permit waits for people: messages and reviews often need a permission, or even
 * credentials, of their own; without them, the tasks that prevent double bookings go on.
 */
export function failedStep(part: FailedPart, failure: FailedOutcome): CycleResult {
  const { reason, kind } = failure;
  const cause = about(failure.cause, part);
  if (kind !== 'auth') return { ...failure, kind: 'later', cause };
  return {
    kind: 'later',
    reason: `${NAMES[part] ?? part} are closed to us: ${reason}`,
    cause,
    afterSeconds: PERMISSION_RETRY_SECONDS,
  };
}

const NAMES: Partial<Record<FailedPart, string>> = {
  guest_requests: 'guestRequests',
  review_replies: 'replies to reviews',
  request_answers: 'answers to requests',
  guest_reviews: 'reviews of guests',
  calendar: 'the calendar there',
};

/** Returns the problem of something that the channel sends and that cannot be read or stored, as described for people. */
export function unreadableItem(description: string): Failure {
  return { reason: description, cause: { code: 'unreadable_items', said: description } };
}

/** People have to grant the permission; until then requests stay too few for the channel to block us. */
const PERMISSION_RETRY_SECONDS = 900;

export const DONE: CycleResult = { kind: 'done' };

/** Whether a step failed, or was refused. */
export function isFailure(result: CycleResult): result is Extract<CycleResult, { reason: string }> {
  return result.kind === 'later' || result.kind === 'refused';
}

export type RecordedCycle = { report: CycleReport; entryId: number | null; exchanges: HttpExchange[] };

/**
 * A cycle with the ingest version of the work that it was started with, which its writes are checked against.
 */
export function withLease(cycle: Cycle, { ingestVersion }: Pick<Lease, 'ingestVersion'>): Cycle {
  return { ...cycle, lease: { ...cycle.lease, ingestVersion } };
}
