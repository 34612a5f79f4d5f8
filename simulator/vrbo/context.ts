// What the parts of Vrbo share: its inside, its options, and where our feeds are.

import type { OtaCore, OtaOptions, Target } from '../ota.ts';
import type { Targets } from '../outgoing-calls.ts';

export type VrboOptions = OtaOptions & {
  /** our feeds, for every advertiser; `connect` sets them for one */
  innwire?: Target;
  /** pulls the feeds and polls for updates by itself; without it only when `pull` and `poll` are called */
  everyMs?: number;
  /** a booking request without an answer is sent so often; not documented */
  tries?: number;
  /** a refundable damage deposit that every order asks for */
  damageDeposit?: number;
};

/** Below the address of an advertiser, unless `paths` says otherwise. */
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
  /** what was wrong with our feeds and answers */
  problems: FeedProblem[];
  /** days of notice that our feeds ask for, by unit and date of arrival */
  notice: Map<string, number>;
  /** what the orders in our updates came to, by reference */
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
