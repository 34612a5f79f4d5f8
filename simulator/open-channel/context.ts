// State and options that the modules of the simulated open channel partner share.

import type { OtaCore, OtaOptions, Target } from '../ota.ts';
import type { Targets } from '../outgoing-calls.ts';

export type OpenChannelOptions = OtaOptions & {
  /** address for the reservations of all hotels; `connect` sets it for one hotel */
  innwire?: Target;
  /** pauses in milliseconds before the retries of a reservation */
  retryMs?: readonly number[];
  sellMode?: 'per_room' | 'per_person';
  providerCode?: string;
  /**
   * reservations contain a revision and a time, so that innwire can recognize a change back to old values and
   * a change that arrives before an earlier one
   */
  dated?: boolean;
};

export type OpenChannel = { core: OtaCore; options: OpenChannelOptions; targets: Targets };
