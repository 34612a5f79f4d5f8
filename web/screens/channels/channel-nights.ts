// What the channels know of the nights that are shown: read from the server, and again when something has changed. Confirmations of channels
// are no events of the log, so while nights are on their way the answer is read every few seconds.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Static } from 'typebox';
import type { channelNightSchema, connectionSchema } from '../../../src/api/operator/records.ts';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { copy, operator, shown } from '../../desk/property.ts';
import { type DeskProblem, read, ServerRefusal } from '../../desk/server.ts';
import type { ReplicaState } from '../../replica/state.ts';

export type DeskConnection = Static<typeof connectionSchema>;
export type DeskChannelNight = Static<typeof channelNightSchema>;

/** `nights`: by channel, then by `keyOfNight`. */
export type ChannelProof = {
  connections: readonly DeskConnection[];
  nights: ReadonlyMap<string, ReadonlyMap<string, DeskChannelNight>>;
};

type ProofReader = {
  proof: Signal<ChannelProof | null>;
  /** why the last read failed; null = it did not, or the server could not be reached */
  refusal: Signal<DeskProblem | null>;
  readAgain: () => void;
};

/** Pauses before the next read: while nights are on their way, and while all is quiet. */
const BUSY_MS = 2_000;
const QUIET_MS = 15_000;
/** Several events in a row cause one read. */
const GATHER_MS = 150;

/** Returns the key of a night of a room, or of a unit that a channel sells by itself. */
export function keyOfNight(roomId: number, unitId: number | null, day: number): string {
  return `${roomId}/${unitId ?? 0}/${day}`;
}

/** What we hold of a night; null = not known. */
type HeldNight = { available: number | null; price: number | null; min_stay: number | null };

/**
 * Returns what we hold of a night of a room. The count is that of the whole room: of a unit that a channel sells by itself it is not
 * known here.
 */
export function heldNight(
  { nights, from }: ReplicaState,
  { roomId, unitId, day }: { roomId: number; unitId: number | null; day: number },
): HeldNight {
  const held = nights.get(roomId);
  const index = day - from;
  return {
    available: unitId === null ? (held?.available[index] ?? null) : null,
    price: held?.price[index] ?? null,
    min_stay: held?.min_stay[index] ?? null,
  };
}

/** Reads the connections and their nights of [from, until), and keeps them fresh as long as the screen is shown. */
export function useChannelProof(from: number, until: number): ProofReader {
  const proof = useSignal<ChannelProof | null>(null);
  const refusal = useSignal<DeskProblem | null>(null);
  const asked = useSignal(0);
  const hotelId = shown.value?.hotelId ?? null;
  const seq = copy.value?.seq ?? 0;
  useEffect(() => {
    if (hotelId === null) return;
    const aborted = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const next = async () => {
      try {
        proof.value = await readProof(from, until, aborted.signal);
        refusal.value = null;
      } catch (error) {
        if (aborted.signal.aborted) return;
        if (error instanceof ServerRefusal) refusal.value = error.problem;
      }
      timer = setTimeout(next, isBusy(proof.value) ? BUSY_MS : QUIET_MS);
    };
    timer = setTimeout(next, proof.value ? GATHER_MS : 0);
    return () => {
      aborted.abort();
      clearTimeout(timer);
    };
  }, [hotelId, from, until, seq, asked.value]);
  const readAgain = () => {
    asked.value += 1;
  };
  return { proof, refusal, readAgain };
}

async function readProof(from: number, until: number, signal: AbortSignal): Promise<ChannelProof> {
  const connections = await read<DeskConnection[]>(operator('channels'), {}, signal);
  const dates = { fromdate: dateOfDayNumber(from), todate: dateOfDayNumber(until - 1) };
  const lists = await Promise.all(
    connections.map(async ({ channel }) => {
      const path = operator(`channels/${encodeURIComponent(channel)}/nights`);
      const nights = await read<DeskChannelNight[]>(path, dates, signal);
      return [channel, new Map(nights.map((night) => [keyOf(night), night]))] as const;
    }),
  );
  return { connections, nights: new Map(lists) };
}

function keyOf({ room_id: roomId, unit_id: unitId, date }: DeskChannelNight): string {
  return keyOfNight(roomId, unitId, dayOfDate(date));
}

/** Whether something may change soon without an event: nights are on their way, or a connection is not settled. */
function isBusy(proof: ChannelProof | null): boolean {
  if (!proof) return true;
  if (proof.connections.some(({ state }) => state !== 'connected')) return true;
  return [...proof.nights.values()].some((nights) =>
    nights.values().some((night) => night.state === 'pending' || isBeingLogged(night)),
  );
}

/** The log is written a moment after a channel has confirmed a night: until then the exchange is not known. */
const LOG_WRITTEN_WITHIN_MS = 10_000;

function isBeingLogged({ confirmed, count_confirmed_in: name }: DeskChannelNight): boolean {
  const at = confirmed?.available == null ? null : confirmed.at;
  return name === null && at !== null && Date.now() - Date.parse(at) < LOG_WRITTEN_WITHIN_MS;
}
