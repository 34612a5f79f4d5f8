// The operations of the sync log that read from a channel, or that the channel asked for. The desk has a sentence for each.
import { PULLS } from './channel.ts';

export const PULL_OPERATIONS = [
  ...PULLS,
  /** its iCal calendar was read */
  'calendar',
  'test',
  'otas',
  'sales limits',
  'drift check',
  'recovery',
  /** requests to book whose acceptance may not have arrived */
  'accepted requests',
  // Requests of the channel to us:
  'resync',
  'hint',
  'reports',
  'calendar request',
  'availability',
  'alteration',
  'changed_since',
  'answered',
  'refused',
] as const;
export type PullOperation = (typeof PULL_OPERATIONS)[number];

/** Operations that push something other than nights; the names of all others are those of the channel's messages. */
export const REPLY_OPERATIONS = ['reply', 'message', 'no reply needed'] as const;
