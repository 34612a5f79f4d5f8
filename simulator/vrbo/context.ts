// State, options and addresses of innwire's feeds that the modules of the simulated Vrbo share.

import type { OtaCore, OtaOptions, Target } from '../ota.ts';
import type { Targets } from '../outgoing-calls.ts';

export type VrboOptions = OtaOptions & {
  /** innwire's feeds for all advertisers; `connect` sets them for one advertiser */
  innwire?: Target;
  /** interval of automatic pulls of the feeds and polls for updates; default: only on `pull` and `poll` */
  everyMs?: number;
  /** maximum number of attempts of a booking request without a response; not documented */
  tries?: number;
  /** refundable damage deposit in every order */
  damageDeposit?: number;
};

/** Default paths below the address of an advertiser. */
export const PATHS = {
  index: '/index.xml',
  booking: '/bookingRequest',
  availability: '/availabilityRequest',
  updates: '/bookingContentIndex',
} as const;

export type FeedProblem = { at: string; url: string; problem: string };

export type Vrbo = {
  core: OtaCore;
  options: VrboOptions;
  targets: Targets;
  /** problems of innwire's feeds and responses */
  problems: FeedProblem[];
  /** days of notice that the feeds require, by unit and date of arrival */
  notice: Map<string, number>;
  /** totals of the orders in innwire's updates, by reference */
  charged: Map<string, number>;
  note(url: string, problem: string): void;
};

export function addressOf(target: Target, which: keyof typeof PATHS): string {
  const path = target.paths?.[which] ?? PATHS[which];
  return /^https?:/.test(path) ? path : `${target.url}${path}`;
}

export function headersFor({ credentials }: Target): Record<string, string> {
  const { username = '', password = '' } = credentials;
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}
