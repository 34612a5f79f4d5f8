// What the parts of Airbnb share: its inside, its options, and how it says no.
import type { Lanes, Targets } from '../calling.ts';
import type { Answer } from '../exchange.ts';
import type { Limit } from '../limits.ts';
import type { Core, OtaOptions, Target } from '../ota.ts';

export type AirbnbOptions = OtaOptions & {
  /** where our side of the webhooks is, for every host; `connect` sets it for one */
  innwire?: Target;
  /** pauses before a notification is sent again */
  retryMs?: readonly number[];
};

export type Airbnb = {
  core: Core;
  options: AirbnbOptions;
  targets: Targets;
  lanes: Lanes;
  /** what was wished for nights that are booked, by room and date: it holds when they are free again */
  wished: Map<string, number>;
  /** reservations that we are being asked for: they wait at the checkpoint */
  asking: Set<string>;
  limits: { operations: Limit; messages: Limit };
};

export function failure(status: number, type: string, message: string, details: unknown = null): Answer {
  return {
    status,
    body: { error_code: status, error_type: type, error_message: message, error_details: details },
  };
}

export const notFound = (what: string): Answer => failure(404, 'record_not_found', `${what} was not found`);
export const invalid = (message: string): Answer => failure(400, 'validation_error', message);
