// What the parts of the open channel's partner share: its inside and its options.
import type { Targets } from '../calling.ts';
import type { Core, OtaOptions, Target } from '../ota.ts';

export type OpenChannelOptions = OtaOptions & {
  /** where reservations of every hotel go; `connect` sets it for one */
  innwire?: Target;
  /** pauses before a reservation is sent again */
  retryMs?: readonly number[];
  sellMode?: 'per_room' | 'per_person';
  providerCode?: string;
};

export type OpenChannel = { core: Core; options: OpenChannelOptions; targets: Targets };
