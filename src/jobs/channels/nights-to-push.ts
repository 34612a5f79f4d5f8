// Which nights a push is about: those that differ, closed where the channel's protocol cannot carry their values.
import type { AriPush, Rejection, StaleNight } from '../../channels/channel.ts';
import type { NightField } from '../../model/ari.ts';
import { type WithheldNight, withholdValues } from '../../pms/channel-sync/closings.ts';
import {
  type DifferingNight,
  readStaleNights,
  type StaleQuestion,
} from '../../pms/channel-sync/stale-nights.ts';
import { datesOf, keyOf } from './cells.ts';
import type { Turn } from './turn.ts';

export type NightsToPush = {
  stale: StaleNight[];
  /** nights that are closed at the channel from now on, because it cannot carry their values */
  closed: readonly WithheldNight[];
};

/** What is decided of a night is compared with it once more: it may have changed in between. */
const DECISIONS_MOST = 3;

/**
 * Reads the nights that differ. A night with a value that the protocol cannot carry – a minimum stay beyond its range, no
 * price – would stay on sale on its older terms: it is stored as one to be closed, and read again as a closed one. Throws
 * ConnectionChanged.
 */
export async function readNightsToPush(
  turn: Turn,
  ari: AriPush,
  question: StaleQuestion,
): Promise<NightsToPush> {
  const { db } = turn.context;
  const closed: WithheldNight[] = [];
  let stale = toStale(turn, await readStaleNights(db, turn.fence, question));
  for (let i = 0; i < DECISIONS_MOST; i += 1) {
    const decisions = decide(turn, ari, stale);
    if (decisions.length === 0) break;
    await withholdValues(db, turn.fence, decisions);
    closed.push(...decisions.filter(({ fields }) => fields.length > 0));
    stale = toStale(turn, await readStaleNights(db, turn.fence, question));
  }
  return { stale, closed };
}

type Candidate = StaleNight & Pick<DifferingNight, 'withheld'>;

function toStale({ view }: Turn, differing: readonly DifferingNight[]): Candidate[] {
  const rooms = new Map(view.rooms.map((room) => [room.roomId, room]));
  return differing.flatMap((night) => {
    const room = rooms.get(night.roomId);
    return room ? [{ ...night, room }] : [];
  });
}

/** The nights of which other values must be withheld than those that are. */
function decide(turn: Turn, ari: AriPush, nights: readonly Candidate[]): WithheldNight[] {
  const whole = nights.map((night) => ({ ...night, changed: ari.fields }));
  const unsupported = byNight(ari.unsayable?.(whole, turn.view) ?? []);
  return nights.flatMap(({ room: { roomId }, date, values, withheld }) => {
    const found = unsupported.get(keyOf(roomId, date));
    if (!found) return withheld ? [{ roomId, date, values, fields: [], reason: '' }] : [];
    const fields = [...found.fields];
    const known = withheld?.stillSo && withheld.fields.length === fields.length;
    if (known && withheld.fields.every((field) => found.fields.has(field))) return [];
    return [{ roomId, date, values, fields, reason: [...found.words].join(' ') }];
  });
}

type Found = { fields: Set<NightField>; words: Set<string> };

function byNight(rejections: readonly (Rejection & { keepsOpen?: true })[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const { roomId, from, to, fields, words, keepsOpen } of rejections) {
    // Where not even a closing can be told there is nothing to close by.
    if (keepsOpen || fields.includes('available')) continue;
    for (const date of datesOf({ from, to })) {
      const key = keyOf(roomId, date);
      const night = found.get(key) ?? { fields: new Set(), words: new Set() };
      for (const field of fields) night.fields.add(field);
      night.words.add(words);
      found.set(key, night);
    }
  }
  return found;
}
