// How the channels are: connected, behind, refusing.
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Static } from 'typebox';
import type { statusSchema } from '../../src/api/records.ts';
import type { DeskCause } from './cause-sentence.ts';
import { api, onPropertyClosed, shown } from './property.ts';
import { readOnEvents } from './read-on-events.ts';
import { read } from './server.ts';

type Status = Static<typeof statusSchema>;

/** A connection can fail without an event. */
const EVERY_MS = 60_000;

/** The state of the channels of the property that is shown; null = not here yet. */
const status = signal<Status | null>(null);
export const channelStatus: ReadonlySignal<Status | null> = status;
/** What reads it, for all that use it. */
let reader: { users: number; end: () => void } | null = null;

onPropertyClosed(() => {
  endReader();
  status.value = null;
});

function endReader(): void {
  reader?.end();
  reader = null;
}

/** Returns the state of the channels; null = not here yet. */
export function useChannelStatus(): Status | null {
  useEffect(() => (shown.value ? followChannelStatus() : undefined), [shown.value]);
  return status.value;
}

/** Keeps the state of the channels up to date, with one read for all users. Returns how one of them ends its use. */
export function followChannelStatus(): () => void {
  reader ??= startReader();
  const used = reader;
  used.users += 1;
  return () => {
    used.users -= 1;
    if (used.users === 0 && reader === used) endReader();
  };
}

function startReader(): NonNullable<typeof reader> {
  let [asked, answered] = [0, 0];
  const readNow = async (abort: AbortSignal) => {
    asked += 1;
    const own = asked;
    const answer = await read<Status>(api('status'), {}, abort);
    // An answer that was slower than one to a later question is older.
    if (own < answered || abort.aborted) return;
    answered = own;
    status.value = answer;
  };
  const { readAgain, end } = readOnEvents(readNow, ({ kind }) => kind === 'channel.changed');
  const timer = setInterval(readAgain, EVERY_MS);
  return {
    users: 0,
    end: () => {
      clearInterval(timer);
      end();
    },
  };
}

/** Returns the channels that are connected: they own the dates of what they sold, and get new counts. */
export function connectedChannels(status: Status | null): string[] {
  return Object.entries(status?.channels ?? {}).flatMap(([channel, state]) =>
    state === 'disconnected' ? [] : [channel],
  );
}

/** `failingOtas`: OTAs behind it that may sell what is not free, empty while the channel itself has failed or refuses nights. */
export type FailingChannel = {
  channel: string;
  rejectedNights: number;
  error: string | null;
  cause: DeskCause | null;
  failingOtas: readonly string[];
};

/** Returns the channels that need somebody: failed, refusing nights, or with an OTA behind them that may sell what is not free. */
export function failingChannels({ channels, channel_details: details }: Status): FailingChannel[] {
  return Object.entries(channels).flatMap(([channel, state]) => {
    const sync = details[channel]?.sync;
    const rejectedNights = sync?.rejected_nights ?? 0;
    const isFailing = state === 'error' || rejectedNights > 0;
    const failingOtas = isFailing ? [] : (sync?.failing_otas ?? []);
    if (!isFailing && failingOtas.length === 0) return [];
    return [
      {
        channel,
        rejectedNights,
        error: sync?.last_error ?? null,
        cause: sync?.last_error_cause ?? null,
        failingOtas,
      },
    ];
  });
}
