// How the channels are: connected, behind, refusing.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Static } from 'typebox';
import type { statusSchema } from '../../src/api/records.ts';
import { api, shown } from './property.ts';
import { read } from './server.ts';

type Status = Static<typeof statusSchema>;

/** A connection can fail without an event. */
const EVERY_MS = 60_000;

/** Returns the state of the channels; null = not here yet. */
export function useChannelStatus(): Status | null {
  const status = useSignal<Status | null>(null);
  useEffect(() => {
    const replica = shown.value?.replica;
    if (!replica) return;
    const readNow = () => {
      read<Status>(api('status')).then(
        (answer) => {
          status.value = answer;
        },
        () => {
          // The head of the screen says that there is no connection.
        },
      );
    };
    readNow();
    const timer = setInterval(readNow, EVERY_MS);
    const end = replica.onEvents((events) => {
      if (events === null || events.some(({ kind }) => kind === 'channel.changed')) readNow();
    });
    return () => {
      clearInterval(timer);
      end();
    };
  }, [shown.value]);
  return status.value;
}

/** Returns the channels that are connected: they own the dates of what they sold, and get new counts. */
export function connectedChannels(status: Status | null): string[] {
  return Object.entries(status?.channels ?? {}).flatMap(([channel, state]) =>
    state === 'disconnected' ? [] : [channel],
  );
}

export type FailingChannel = { channel: string; rejectedNights: number; error: string | null };

/** Returns the channels that need somebody: failed, or refusing nights. */
export function failingChannels({ channels, channel_details: details }: Status): FailingChannel[] {
  return Object.entries(channels).flatMap(([channel, state]) => {
    const sync = details[channel]?.sync;
    const rejectedNights = sync?.rejected_nights ?? 0;
    if (state !== 'error' && rejectedNights === 0) return [];
    return [{ channel, rejectedNights, error: sync?.last_error ?? null }];
  });
}
