// Small marks: states, badges, the letter of a channel, initials of a person.
import type { ComponentChildren } from 'preact';
import { messages } from '../language.ts';
import { classesOf } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';

/** How much a state asks for: nothing, the next action, soon, now. Colour never stands alone: there is text, and an icon. */
export type Urgency = 'act' | 'warn' | 'alert';

type MarkProps = { urgency?: Urgency; icon?: IconName; children: ComponentChildren };

/** A state in a line of text. */
export function State({ urgency, icon, children }: MarkProps) {
  return (
    <span class={classesOf('state', urgency)}>
      {icon && <Icon name={icon} small />}
      {children}
    </span>
  );
}

/** A state that stands alone. `open`: outlined, for what is not final. */
export function Badge({ urgency, icon, open, children }: MarkProps & { open?: boolean }) {
  return (
    <span class={classesOf('badge', urgency, open && 'open')}>
      {icon && <Icon name={icon} small />}
      {children}
    </span>
  );
}

/** Names and letters of channels. Others show the first letter of what the API calls them. */
const CHANNELS: Record<string, readonly [letter: string, name: string]> = {
  direct: ['D', 'Direct'],
  booking_com: ['B', 'Booking.com'],
  'booking.com': ['B', 'Booking.com'],
  airbnb: ['A', 'Airbnb'],
  expedia: ['E', 'Expedia'],
  vrbo: ['V', 'Vrbo'],
  channex: ['C', 'Channex'],
};

/** Returns the name of a channel as people know it. */
export function channelName(channel: string): string {
  // No company has these names: they stand in the person's language.
  if (channel === 'practice') return messages().practice.name;
  if (channel === 'direct') return messages().direct;
  return CHANNELS[channel]?.[1] ?? channel;
}

/** Returns the letter that stands for a channel on bars and in rows. */
export function channelLetter(channel: string): string {
  return CHANNELS[channel]?.[0] ?? (channel[0] ?? '?').toUpperCase();
}

/** The channel that sold a stay: a letter, never a colour. */
export function ChannelMark({ channel }: { channel: string }) {
  const name = channelName(channel);
  return (
    <span class="mark" role="img" aria-label={name} title={name}>
      {channelLetter(channel)}
    </span>
  );
}

/** The initials of a person, or the star of an agent. */
export function Avatar({ name, agent, small }: { name: string; agent?: boolean; small?: boolean }) {
  return (
    <span class={classesOf('ava', small && 's', agent && 'agent')} role="img" aria-label={name} title={name}>
      {agent ? <Icon name="agent" small /> : initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/);
  const letters = [names[0], names.length > 1 ? names.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase();
}
