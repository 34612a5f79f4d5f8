// What the parts of the open channel's partner share: its inside and its options.

import type { OtaCore, OtaOptions, Target } from '../ota.ts';
import type { Targets } from '../outgoing-calls.ts';

export type OpenChannelOptions = OtaOptions & {
  /** where reservations of every hotel go; `connect` sets it for one */
  innwire?: Target;
  /** pauses before a reservation is sent again */
  retryMs?: readonly number[];
  sellMode?: 'per_room' | 'per_person';
  providerCode?: string;
  /** reservations carry a revision and a moment, so that a change back, or one that overtakes another, can be told apart */
  dated?: boolean;
};

export type OpenChannel = { core: OtaCore; options: OpenChannelOptions; targets: Targets };
