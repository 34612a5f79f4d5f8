// The results of a message for each of its nights: accepted fields, and refused fields with the reason.
import type { Cells, Rejection, StaleNight } from '../../channels/channel.ts';
import type { NightField } from '../../model/night-values.ts';
import type { PushedNight } from '../../pms/channel-sync/record-pushed.ts';
import type { UnknownCells } from '../../pms/channel-sync/reset-cells.ts';
import { nightsOf } from './cells.ts';
import { hasSeveralRates, type SharedCells } from './shared-cells.ts';

type PushResults = {
  nights: PushedNight[];
  /** cells that some rates of the room have accepted, and others have refused or are yet to be sent */
  unknown: UnknownCells[];
};

/**
 * Returns the results of a message. `taken`: cells of the message if it was accepted apart from `rejections`;
 * none if it was refused.
 */
export function pushResultsOf(
  { nights, shared }: { nights: ReadonlyMap<string, StaleNight>; shared?: SharedCells },
  taken: readonly Cells[],
  rejections: readonly Rejection[],
): PushResults {
  const refusals = refusalsOf(nights, rejections);
  const accepted = new Map<StaleNight, NightField[]>();
  const unknown: UnknownCells[] = [];
  for (const { night, fields: sent } of nightsOf(nights, taken)) {
    const refused = refusals.get(night)?.fields;
    const left = sent.filter((field) => !refused?.has(field));
    const fields = shared ? shared.take(night, left) : left;
    accepted.set(night, fields);
    if (fields.length < sent.length && hasSeveralRates(night)) {
      const partly = sent.filter((field) => !fields.includes(field));
      unknown.push({ ...mappingOf(night), date: night.date, fields: partly });
    }
  }
  const results = [...new Set([...accepted.keys(), ...refusals.keys()])].map((night) => ({
    ...mappingOf(night),
    date: night.date,
    values: night.values,
    closing: night.closing,
    accepted: accepted.get(night) ?? [],
    refused: [...(refusals.get(night)?.fields ?? [])],
    refusal: refusals.get(night)?.reason ?? null,
  }));
  return { nights: results.filter((one) => one.accepted.length > 0 || one.refused.length > 0), unknown };
}

function mappingOf({ room }: StaleNight): { roomId: number; unitId: number | null } {
  return { roomId: room.roomId, unitId: room.unitId ?? null };
}

type NightRefusal = { fields: Set<NightField>; reason: string; rates: Set<string | undefined> };

/** Keeps the first reason for each night. It names the first refused rate, unless all were refused. */
function refusalsOf(
  nights: ReadonlyMap<string, StaleNight>,
  rejections: readonly Rejection[],
): Map<StaleNight, NightRefusal> {
  const refused = new Map<StaleNight, NightRefusal>();
  for (const rejection of rejections) {
    for (const { night, fields } of nightsOf(nights, [rejection])) {
      const known = refused.get(night) ?? { fields: new Set(), reason: rejection.reason, rates: new Set() };
      for (const field of fields) known.fields.add(field);
      known.rates.add(rejection.externalRate);
      refused.set(night, known);
    }
  }
  for (const [night, refusal] of refused) {
    const [rate] = refusal.rates;
    const all = refusal.rates.has(undefined) || refusal.rates.size === night.room.externalRates.length;
    if (!all && !refusal.reason.includes(rate!)) refusal.reason = `rate ${rate}: ${refusal.reason}`;
  }
  return refused;
}
