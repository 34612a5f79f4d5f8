// State, options and error responses that the modules of the simulated Airbnb share.

import type { OtaResponse } from '../http-server.ts';
import type { Limit } from '../limits.ts';
import type { OtaCore, OtaOptions, Target } from '../ota.ts';
import type { JobQueues, Targets } from '../outgoing-calls.ts';

export type AirbnbOptions = OtaOptions & {
  /** innwire's webhooks for all hosts; `connect` sets them for one host */
  innwire?: Target;
  /** pauses in milliseconds before the retries of a notification */
  retryMs?: readonly number[];
};

export type Airbnb = {
  core: OtaCore;
  options: AirbnbOptions;
  targets: Targets;
  queues: JobQueues;
  /** availability pushed for booked nights, by room and date; applied when they are free again */
  pushedWhileBooked: Map<string, number>;
  /** references of reservations that wait for innwire's consent, with the status `at_checkpoint` */
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
