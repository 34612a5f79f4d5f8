// Values of nights that cannot be pushed: of fields that the protocol has not, and those that its adapter names.
import { definitionOf, labelOf, type NightField, type NightValues } from '../model/night-values.ts';
import { decimalText, type PushedPrice } from './amounts.ts';
import type { AriPush, ConnectionView, Rejection, StaleNight } from './channel.ts';
import { cellsOf, idsOfRoom, runsOf } from './night-runs.ts';

/**
 * Returns changed values that the channel cannot carry, each with a reason for people. A restriction of which
 * the protocol has no field is one of them unless it restricts nothing: the channel would sell the night
 * without it.
 */
export function unsupportedValues(
  ari: AriPush,
  nights: readonly StaleNight[],
  connection: ConnectionView,
): (Rejection & { keepsOpen?: true })[] {
  const lacking = nights.flatMap((night) =>
    night.changed
      .filter(
        (field) => !ari.fields.includes(field) && night.values[field] !== definitionOf(field).unrestricted,
      )
      .map((field) =>
        rejectionOf(
          night,
          [field],
          `This channel has no field for ${labelOf(field)} (${night.values[field]}): remove it to sell the night there.`,
        ),
      ),
  );
  return [...lacking, ...(ari.unsupported?.(nights, connection) ?? [])];
}

/** Returns the rejection of fields of one night, with the reason for people. */
export function rejectionOf({ room, date }: StaleNight, fields: NightField[], reason: string): Rejection {
  return { ...idsOfRoom(room), from: date, to: date, fields, reason };
}

/** Why the changed ones of these fields cannot be pushed; null when they can. */
export type UnsupportedCheck = {
  fields: readonly NightField[];
  reason(night: StaleNight): string | null;
};

/** Returns the ranges of nights with changed fields for which a check names a reason. */
export function rejectionsBy(
  checks: readonly UnsupportedCheck[],
  nights: readonly StaleNight[],
): Rejection[] {
  return checks.flatMap((check) =>
    runsOf(nights, (night) => {
      const fields = check.fields.filter((field) => night.changed.includes(field));
      const reason = fields.length > 0 ? check.reason(night) : null;
      return reason === null ? null : { fields, reason };
    }).map((run) => ({ ...cellsOf(run, run.pushedValue.fields), reason: run.pushedValue.reason })),
  );
}

/** Returns why `channel` accepts no such minimum stay; null when it does. `longest` is the longest it accepts. */
export function minStayError(
  minStay: number,
  { channel, longest, setting }: { channel: string; longest: number; setting?: string },
): string | null {
  if (minStay >= 1 && minStay <= longest) return null;
  const named = setting === undefined ? '' : ` (setting ${setting})`;
  return `${channel} accepts a minimum stay of 1 to ${longest} nights${named}, not ${minStay}.`;
}

/** Returns why minimum and maximum stay contradict each other at `channel`; null when they do not. */
export function contradictionOfStays(
  { minStay, maxStay }: Pick<NightValues, 'minStay' | 'maxStay'>,
  channel: string,
): string | null {
  return maxStay === null || maxStay >= minStay
    ? null
    : `${channel} accepts no minimum stay (${minStay}) above the maximum (${maxStay}).`;
}

/** Returns why `channel` accepts no such price, in its own decimals; null when it is above 0. */
export function priceError(
  { amount, decimals }: PushedPrice,
  { channel, currency }: { channel: string; currency: string },
): string | null {
  return amount > 0 ? null : `${channel} accepts no price of ${decimalText(amount, decimals)} ${currency}.`;
}
