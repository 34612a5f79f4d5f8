// What the parts of Airbnb share: its inside, its options, and how it says no.

import type { OtaResponse } from '../http-server.ts';
import type { Limit } from '../limits.ts';
import type { OtaCore, OtaOptions, Target } from '../ota.ts';
import type { JobQueues, Targets } from '../outgoing-calls.ts';

export type AirbnbOptions = OtaOptions & {
  /** where our side of the webhooks is, for every host; `connect` sets it for one */
  innwire?: Target;
  /** pauses before a notification is sent again */
  retryMs?: readonly number[];
};

export type Airbnb = {
  core: OtaCore;
  options: AirbnbOptions;
  targets: Targets;
  queues: JobQueues;
  /** what was wished for nights that are booked, by room and date: it holds when they are free again */
  wished: Map<string, number>;
  /** reservations that we are being asked for: they wait at the checkpoint */
  requestsFirst: Set<string>;
  limits: { operations: Limit; messages: Limit };
};

export function failure(status: number, type: string, message: string, details: unknown = null): OtaResponse {
  return {
    status,
    body: { error_code: status, error_type: type, error_message: message, error_details: details },
  };
}

export const notFound = (what: string): OtaResponse =>
  failure(404, 'record_not_found', `${what} was not found`);
export const invalid = (message: string): OtaResponse => failure(400, 'validation_error', message);
