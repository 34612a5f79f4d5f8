// Reads the nights to push, and closes those whose values the protocol cannot carry.
import type { AriPush, Rejection, StaleNight } from '../../channels/channel.ts';
import { unsupportedValues } from '../../channels/unsupported-values.ts';
import { nightKey, placeOf } from '../../model/channel.ts';
import { NIGHT_FIELDS, type NightField } from '../../model/night-values.ts';
import { type WithheldNight, withholdValues } from '../../pms/channel-sync/refused-closings.ts';
import {
  type DifferingNight,
  readStaleNights,
  type StaleNightsQuery,
} from '../../pms/channel-sync/stale-nights.ts';
import { datesOf } from './cells.ts';
import type { Cycle } from './cycle.ts';

export type NightToPush = StaleNight & Pick<DifferingNight, 'withheld' | 'countIsUnknown'>;

export type NightsToPush = {
  stale: NightToPush[];
  /** nights that this push closes at the channel because it cannot carry their values */
  closed: readonly WithheldNight[];
};

/** Decisions are compared with the nights again, which may have changed in between: so many times at most. */
const MAX_DECISIONS = 3;

/**
 * Reads the nights that differ. A night with a value that the protocol cannot carry – a minimum stay beyond
 * its range, no price – would stay on sale at its older terms: it is stored as withheld, and read again as a
 * closed night. Throws ConnectionChanged.
 */
export async function readNightsToPush(
  cycle: Cycle,
  ari: AriPush,
  query: StaleNightsQuery,
): Promise<NightsToPush> {
  const { db } = cycle.context;
  const closed: WithheldNight[] = [];
  let stale = toStale(cycle, await readStaleNights(db, cycle.lease, query));
  for (let i = 0; i < MAX_DECISIONS; i += 1) {
    const decisions = nightsToWithhold(cycle, ari, stale);
    if (decisions.length === 0) break;
    await withholdValues(db, cycle.lease, decisions);
    closed.push(...decisions.filter(({ fields }) => fields.length > 0));
    stale = toStale(cycle, await readStaleNights(db, cycle.lease, query));
  }
  return { stale, closed };
}

function toStale({ view }: Cycle, differing: readonly DifferingNight[]): NightToPush[] {
  const rooms = new Map(view.rooms.map((room) => [placeOf(room), room]));
  return differing.flatMap((night) => {
    const room = rooms.get(placeOf(night));
    return room ? [{ ...night, room }] : [];
  });
}

/** Returns the nights whose stored withheld fields have to change. */
function nightsToWithhold(cycle: Cycle, ari: AriPush, nights: readonly NightToPush[]): WithheldNight[] {
  const whole = nights.map((night) => ({ ...night, changed: NIGHT_FIELDS }));
  const unsupported = byNight(unsupportedValues(ari, whole, cycle.view));
  return nights.flatMap(({ room, date, values, withheld }) => {
    const { roomId, unitId = null } = room;
    const found = unsupported.get(nightKey(room, date));
    if (!found) return withheld ? [{ roomId, unitId, date, values, fields: [], reason: '' }] : [];
    const fields = [...found.fields];
    const known = withheld?.isCurrent && withheld.fields.length === fields.length;
    if (known && withheld.fields.every((field) => found.fields.has(field))) return [];
    return [{ roomId, unitId, date, values, fields, reason: [...found.reason].join(' ') }];
  });
}

type UnsupportedFields = { fields: Set<NightField>; reason: Set<string> };

function byNight(rejections: readonly (Rejection & { keepsOpen?: true })[]): Map<string, UnsupportedFields> {
  const found = new Map<string, UnsupportedFields>();
  for (const { fields, reason, keepsOpen, ...range } of rejections) {
    // A night whose count cannot be sent either cannot be closed.
    if (keepsOpen || fields.includes('available')) continue;
    for (const date of datesOf(range)) {
      const key = nightKey(range, date);
      const night = found.get(key) ?? { fields: new Set(), reason: new Set() };
      for (const field of fields) night.fields.add(field);
      night.reason.add(reason);
      found.set(key, night);
    }
  }
  return found;
}
