// How the states of a night look: icon, and how much they ask for. Colour never stands alone.
import type { IconName } from '../../parts/Icon.tsx';
import type { Urgency } from '../../parts/Mark.tsx';
import type { NightStateName } from './night-state.ts';

type StateLook = { icon: IconName; urgency: Urgency | undefined };

export const LOOKS: Record<Exclude<NightStateName, 'not_sold'>, StateLook> = {
  confirmed: { icon: 'check', urgency: undefined },
  on_the_way: { icon: 'clock', urgency: 'act' },
  refused: { icon: 'ban', urgency: 'alert' },
  unknown: { icon: 'ask', urgency: 'warn' },
};
