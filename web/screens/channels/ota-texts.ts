// What the desk says of the OTAs behind a channel: their names, and what is wrong with them. Pure.
import { endangers, type OtaProblemKind } from '../../../src/model/connected-ota.ts';
import { dayOfDate } from '../../days.ts';
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import type { Messages } from '../../messages/en/index.ts';
import { channelName } from '../../parts/Mark.tsx';
import { isolate } from '../../parts/Outside.tsx';
import type { DeskConnection } from './channel-nights.ts';

export type DeskOta = DeskConnection['otas'][number];
type DeskOtaProblem = DeskOta['problems'][number];
type OtaNames = Pick<DeskOta, 'ota' | 'name'>;

/** Whether it is switched on at the channel; `removed`: it is no longer there. */
type OtaState = 'on' | 'off' | 'unknown' | 'removed';

/** Returns the name of an OTA, and what people call it at the channel if that says more; null = it does not. */
export function namesOfOta({ ota, name }: OtaNames): { title: string; more: string | null } {
  if (ota === null) return { title: name ?? messages().channels.otas.unnamed, more: null };
  const known = channelName(ota);
  if (name === null) return { title: known, more: null };
  if (!isSameName(name, known)) return { title: known, more: name };
  // The channel may write the name of an OTA that is not known here: Agoda instead of agoda.
  return { title: known === ota ? name : known, more: null };
}

function isSameName(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return first === second;
}

/** Returns the names of an entry of a connection's OTAs; one without an id is the property at the channel as a whole. */
export function namesOfEntry(entry: DeskOta, channel: string): ReturnType<typeof namesOfOta> {
  if (entry.ota_id !== null) return namesOfOta(entry);
  const isNamed = entry.ota !== null || entry.name !== null;
  const title = messages().channels.otas.property(channelName(channel));
  return { title, more: isNamed ? namesOfOta(entry).title : null };
}

/** Returns whether an OTA is switched on; null for the property as a whole, which is not. */
export function stateOfOta({ ota_id: id, active, problems }: DeskOta): OtaState | null {
  if (id === null) return null;
  if (problems.some(({ kind }) => kind === 'removed')) return 'removed';
  if (active === null) return 'unknown';
  return active ? 'on' : 'off';
}

/** Returns the date of the removal (ISO 8601) where no problem says it; null = none. */
export function unsaidRemoval({ removal_date: date, problems }: DeskOta): string | null {
  const announced = problems.find(({ kind }) => kind === 'removal_announced');
  return date !== null && announced?.detail && dateIn(announced.detail) === date ? null : date;
}

/** Returns what is wrong as a sentence. Text of the channel is marked as such. */
export function problemText(
  { kind, detail }: Pick<DeskOtaProblem, 'kind' | 'detail'>,
  channel: string,
): string {
  const sentence = messages().channels.otas.problems[kind];
  return sentence(channelName(channel), detail === null ? '' : detailText(kind, detail));
}

function detailText(kind: OtaProblemKind, detail: string): string {
  const date = kind === 'removal_announced' ? dateIn(detail) : null;
  return date === null ? isolate(detail) : formatDay(dayOfDate(date));
}

/** Returns the date of `2026-06-19` or `2026-06-19T00:00:00Z`; null = it is something else. */
function dateIn(detail: string): string | null {
  return /^(\d{4}-\d\d-\d\d)(?:T|$)/.exec(detail)?.[1] ?? null;
}

/** Returns the OTAs of a connection that may sell what is not free. */
export function failingOtasOf({ otas }: Pick<DeskConnection, 'otas'>): DeskOta[] {
  return otas.filter(({ problems }) => problems.some(endangers));
}

/** Whether the error of a connection is the problem of one of its OTAs, which stands with that. */
export function isErrorOfOta({ last_error_cause: cause }: Pick<DeskConnection, 'last_error_cause'>): boolean {
  return cause?.code === 'ota_problem';
}

export type LoggedOtaProblem = OtaNames & { kind: OtaProblemKind };

/** Returns what is wrong with OTAs in a few words: `Booking.com: switched off, price not taken over · Agoda: ...`; '' = nothing. */
export function problemsInShort(
  problems: readonly LoggedOtaProblem[],
  { channels: { otas: texts } }: Messages,
): string {
  const byName = Map.groupBy(problems, ({ ota, name }) => {
    if (ota === null && name === null) return texts.unnamed;
    const { title, more } = namesOfOta({ ota, name });
    return more === null ? isolate(title) : `${isolate(title)} (${isolate(more)})`;
  });
  return [...byName]
    .map(([name, ofName]) => `${name}: ${ofName.map(({ kind }) => texts.short[kind] ?? kind).join(', ')}`)
    .join(' · ');
}
