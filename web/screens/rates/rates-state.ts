// What a person does to the sheet: selects, types, fills, pastes; and the edits that wait to be sent.
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { make } from '../../desk/changes.ts';
import { keepShownDraft, readShownDraft } from '../../desk/kept-drafts.ts';
import { api, copy, currency, onPropertyClosed, operator, rightsOf, shown } from '../../desk/property.ts';
import { newKey, ServerRefusal, send } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { showToast } from '../../parts/Toast.tsx';
import type { DeskRoom } from '../../replica/state.ts';
import { basesOf, changedSince } from './bases.ts';
import {
  countNights,
  itemsOf,
  joined,
  parsePriceChange,
  type RateArea,
  type RateEdits,
  type RatePatch,
  type RateValues,
  storedAt,
  withEdits,
  withinSheet,
  withoutEdits,
  withoutSent,
  withoutStored,
} from './edits.ts';
import type { Sight } from './runs.ts';
import {
  boundsOf,
  lineAt,
  RATE_LINES,
  type RateCell,
  type RateLine,
  type RateSelection,
} from './selection.ts';
import { sheet } from './sheet.ts';
import { unusualPrices } from './unusual-prices.ts';

/** The selection; null before the sheet is known. */
export const selection = signal<RateSelection | null>(null);
/** The cell that was last asked for: the sheet scrolls to it. */
export const revealed = signal<RateCell | null>(null);
/** What can be seen of the sheet; null = no sheet is shown. */
export const sight = signal<Sight | null>(null);
/** What is not sent yet. */
export const edits = signal<RateEdits>(new Map());
/** The values on which the edits were made. */
const bases = signal<RateEdits>(new Map());
/** When edits were made that were found on this device, in milliseconds since 1970; null = all of them were made since the page was opened. */
export const madeBefore = signal<number | null>(null);
/** The edits that are being sent; null = none are. */
export const underWay = signal<RateEdits | null>(null);
/** What the server has taken and the sheet does not have yet. */
const taken = signal<RateEdits>(new Map());
/** Whether the person is asked about what looks wrong, before anything is sent. */
export const isAsking = signal(false);
/** What became no edit: cells of the last paste that could not be read, and nights whose edits were dropped because the sheet has them no longer. */
export const notices = signal({ unreadCells: 0, droppedNights: 0 });
/** What is being typed into the selected cells; null = nothing is. */
export const typed = signal<string | null>(null);
/** To what prices are rounded. */
export const step = signal(1);
/** What the server says to the edits: how many nights would change, or why it refuses them. Null = it was not asked yet. */
export const verdict = signal<{ updated: number; refusal: string | null } | null>(null);

/** The rooms of the sheet, as they are listed. */
export const rooms = computed((): readonly DeskRoom[] => [...(copy.value?.rooms.values() ?? [])]);

/** Returns the area of the selected rooms; with `kind` only of rooms of which a line of this kind is selected. */
export function selectedArea(kind?: RateLine): RateArea | null {
  const selected = selection.value;
  if (!selected) return null;
  const { firstLine, lastLine, from, until } = boundsOf(selected);
  const roomIds = new Set<number>();
  for (let line = firstLine; line <= lastLine; line += 1) {
    const { place, kind: own } = lineAt(line);
    const room = rooms.value[place];
    if (room && (kind === undefined || own === kind)) roomIds.add(room.room_id);
  }
  return { roomIds: [...roomIds], from, until };
}

type PatchOf = (stored: RateValues, roomId: number, day: number) => RatePatch;

const NO_NOTICES = { unreadCells: 0, droppedNights: 0 };

/** Nights that are being sent, or were taken and are not in the sheet yet. */
const soon = computed(() => joined(taken.value, underWay.value ?? new Map()));

/** Returns the values that a night has once what is sent is taken. */
function expectedAt(roomId: number, day: number): RateValues | null {
  const stored = sheet.value && storedAt(sheet.value, roomId, day);
  return stored && { ...stored, ...soon.value.get(roomId)?.get(day) };
}

/** What looks wrong about the edits: values that others have changed since, and prices that are far from what they were. */
export const doubts = computed(() => ({
  changed: changedSince(edits.value, bases.value, expectedAt),
  unusual: sheet.value ? unusualPrices(edits.value, sheet.value) : [],
}));

/** `known`: the values on which edits were made, where they were not made now. */
function setEdits(
  next: RateEdits,
  left = NO_NOTICES,
  known = { edits: edits.peek(), bases: bases.peek() },
): void {
  batch(() => {
    bases.value = basesOf(next, known, expectedAt);
    edits.value = next;
    verdict.value = null;
    notices.value = left;
    if (next.size === 0) {
      madeBefore.value = null;
      isAsking.value = false;
    }
  });
  keepEdits();
  clearTimeout(timer);
  if (next.size > 0) timer = setTimeout(askServer, PAUSE_MS);
}

/** Sets values in an area; they are not sent yet. */
export function setValues(area: RateArea | null, patchOf: PatchOf): void {
  const known = { edits: edits.value, soon: soon.value };
  if (area && sheet.value) setEdits(withEdits(known, sheet.value, area, patchOf));
}

/** Edits that can be taken back in one step with a key, without a way to get them again. */
const FEW_NIGHTS = 3;

/** Takes back what was set in the selected nights. */
export function clearSelected(): void {
  const area = selectedArea();
  if (area) dropArea(area, FEW_NIGHTS);
}

/** Takes back what was set in an area. Shows a way to get it again if it was set in more than `few` nights. */
export function dropArea(area: RateArea, few = 0): void {
  dropTo(withoutEdits(edits.value, area), few);
}

/** Takes back everything that is not sent, and shows a way to get it again. */
export function dropEdits(): void {
  dropTo(new Map());
}

/** Takes back what others have changed since. */
export function dropChanged(): void {
  const theirs = new Map<number, Map<number, RatePatch>>();
  for (const { roomId, day, name, mine } of doubts.value.changed) {
    const days = theirs.get(roomId) ?? new Map<number, RatePatch>();
    days.set(day, { ...days.get(day), [name]: mine });
    theirs.set(roomId, days);
  }
  dropTo(withoutSent(edits.value, theirs));
}

function dropTo(next: RateEdits, few = 0): void {
  const before = { edits: edits.value, bases: bases.value, madeAt: madeBefore.value };
  const left = withoutSent(before.edits, next);
  setEdits(next);
  const count = countNights(left);
  if (count > few) showToast({ text: messages().rates.dropped(count), undo: () => bringBack(before, left) });
}

type KeptEdits = { edits: RateEdits; bases: RateEdits; madeAt: number | null };

/** Sets edits again that were made before; what was set since stays. `which`: those that are set again. */
function bringBack({ edits: known, bases: before, madeAt }: KeptEdits, which: RateEdits): void {
  if (!sheet.value) return;
  const all = joined(which, edits.value);
  const kept = withinSheet(withoutStored(all, sheet.value), sheet.value);
  const dropped = countNights(withoutStored(all, sheet.value)) - countNights(kept);
  batch(() => {
    setEdits(
      kept,
      { ...notices.peek(), droppedNights: notices.peek().droppedNights + dropped },
      { edits: joined(known, edits.value), bases: joined(before, bases.value) },
    );
    if (kept.size > 0 && madeAt !== null) madeBefore.value = madeAt;
  });
}

// A night passes at midnight, and a room is retired.
let knownBefore = sheet.peek();
effect(() => {
  const known = sheet.value;
  untracked(() => followSheet(known));
});

function followSheet(known: typeof sheet.value): void {
  const before = knownBefore;
  knownBefore = known;
  // A room that was not read again does not have them yet.
  taken.value = new Map(
    [...taken.value].filter(([roomId]) => known && known.rooms.get(roomId) === before?.rooms.get(roomId)),
  );
  if (!known) return;
  const kept = withinSheet(edits.value, known);
  const dropped = countNights(edits.value) - countNights(kept);
  const { droppedNights } = notices.value;
  if (dropped > 0) setEdits(kept, { ...notices.value, droppedNights: droppedNights + dropped });
  if (before === null) void findKept();
}

const DRAFT = 'rates';

/** Keeps the edits on this device, so that a page that is loaded again has them. */
function keepEdits(): void {
  const draft: KeptEdits = { edits: edits.peek(), bases: bases.peek(), madeAt: Date.now() };
  void keepShownDraft(DRAFT, draft.edits.size > 0 ? draft : undefined);
}

/** Shows the edits that a page before has left on this device. */
async function findKept(): Promise<void> {
  const property = shown.peek();
  const draft = (await readShownDraft(DRAFT)) as KeptEdits | undefined;
  const isOther = shown.peek() !== property || !sheet.peek();
  // What is in memory is as new as what is kept.
  if (!draft || isOther || edits.peek().size > 0 || !rightsOf('availability:write').changes) return;
  bringBack(draft, draft.edits);
}

function forgetEdits(): void {
  clearTimeout(timer);
  batch(() => {
    edits.value = new Map();
    bases.value = new Map();
    taken.value = new Map();
    underWay.value = null;
    madeBefore.value = null;
    verdict.value = null;
    notices.value = NO_NOTICES;
    isAsking.value = false;
  });
}

// What is kept on the device stays: it is shown to the same person again.
onPropertyClosed(() => {
  forgetEdits();
  selection.value = null;
  revealed.value = null;
  typed.value = null;
  step.value = 1;
});

/** Sets what a text says in the selected cells of the kind in which the selection ends. Returns whether it says anything. */
export function applyText(text: string): boolean {
  const selected = selection.value;
  if (!selected) return false;
  const { kind } = lineAt(selected.focus.line);
  const patchOf = patchOfText(text, kind);
  if (patchOf) setValues(selectedArea(kind), patchOf);
  return patchOf !== null;
}

/** Sets prices in all selected rooms. Returns whether the text is a price or a change of prices. */
export function applyPrice(text: string): boolean {
  const patchOf = patchOfText(text, 'price');
  if (patchOf) setValues(selectedArea(), patchOf);
  return patchOf !== null;
}

/** Returns the change of prices that a text stands for, in the currency of the property; null if it is none. */
export function priceChange(text: string): ((price: number) => number) | null {
  return parsePriceChange(text, { currency: currency.value, step: step.value });
}

const MAX_NIGHTS = 999;

function patchOfText(text: string, kind: RateLine): PatchOf | null {
  if (kind === 'price') {
    const change = priceChange(text.replaceAll(/[^\d.,'’+\-−%\s]/g, ''));
    return change && (({ price }) => ({ price: change(price) }));
  }
  if (!/^\d{1,4}$/.test(text.trim())) return null;
  const value = Number(text);
  if (kind === 'available') return () => ({ available: value });
  return value >= 1 && value <= MAX_NIGHTS ? () => ({ min_stay: value }) : null;
}

/** Sets the values of the first selected day in all selected days, line by line. */
export function fillSelected(): void {
  const selected = selection.value;
  if (!selected) return;
  const { firstLine, lastLine, from, until } = boundsOf(selected);
  for (let line = firstLine; line <= lastLine; line += 1) {
    const { place, kind } = lineAt(line);
    const roomId = rooms.value[place]?.room_id;
    const first = roomId === undefined ? null : shownAt(roomId, from);
    if (roomId !== undefined && first)
      setValues({ roomIds: [roomId], from, until }, () => valuesOfLine(first, kind));
  }
}

/** Returns the values of a night with the edits that are not sent. */
export function shownAt(roomId: number, day: number): RateValues | null {
  const stored = sheet.value && storedAt(sheet.value, roomId, day);
  return stored && { ...stored, ...edits.value.get(roomId)?.get(day) };
}

function valuesOfLine(values: RateValues, kind: RateLine): RatePatch {
  const { price, available, min_stay, max_stay, closed_to_arrival, closed_to_departure } = values;
  if (kind === 'price') return { price, stop_sell: values.stop_sell };
  return kind === 'available'
    ? { available }
    : { min_stay, max_stay, closed_to_arrival, closed_to_departure };
}

/** Returns the selected cells as a spreadsheet takes them: days by tabs, lines by line breaks. */
export function textOfSelected(): string {
  const { firstLine, lastLine, from, until } = boundsOf(selection.value!);
  const lines: string[] = [];
  for (let line = firstLine; line <= lastLine; line += 1) {
    const { place, kind } = lineAt(line);
    const cells: string[] = [];
    for (let day = from; day < until; day += 1) {
      const room = rooms.value[place];
      const values = room ? shownAt(room.room_id, day) : null;
      cells.push(values ? String(values[kind === 'rules' ? 'min_stay' : kind]) : '');
    }
    lines.push(cells.join('\t'));
  }
  return lines.join('\n');
}

/**
 * Sets cells that were copied from a spreadsheet, from the first selected cell on; a single one in all selected cells. `notices` says how
 * many could not be read; empty ones set nothing.
 */
export function paste(cells: readonly string[][]): void {
  const unreadCells =
    cells.length === 1 && cells[0]!.length === 1 ? Number(!applyText(cells[0]![0]!)) : pasteEach(cells);
  notices.value = { ...notices.value, unreadCells };
}

/** Sets cells one by one. Returns how many could not be read. */
function pasteEach(cells: readonly string[][]): number {
  let unread = 0;
  const { firstLine, from } = boundsOf(selection.value!);
  for (const [down, texts] of cells.entries()) {
    const { place, kind } = lineAt(firstLine + down);
    const room = rooms.value[place];
    if (!room) break;
    for (const [right, text] of texts.entries()) {
      const patchOf = patchOfText(text, kind);
      const day = from + right;
      if (patchOf) setValues({ roomIds: [room.room_id], from: day, until: day + 1 }, patchOf);
      else if (text.trim() !== '') unread += 1;
    }
  }
  return unread;
}

/** Typing goes on: the server is asked when the person pauses. */
const PAUSE_MS = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks the server what the edits would change, without changing anything. */
async function askServer(): Promise<void> {
  const asked = edits.value;
  const body = itemsOf(asked, sheet.value!);
  const request = { method: 'POST', path: api('availability', { dry_run: true }), body } as const;
  const answer = await send<{ updated: number }>(request, newKey()).then(
    ({ data }) => ({ updated: data.updated, refusal: null }),
    (error) => (error instanceof ServerRefusal ? { updated: 0, refusal: error.problem.detail } : null),
  );
  if (edits.value === asked) verdict.value = answer;
}

/**
 * Sends the edits, unless others are being sent. What is set meanwhile stays. The server knows how to take them back. What looks wrong is
 * asked about first, unless it was (`isChecked`).
 */
export async function sendEdits(isChecked = false): Promise<void> {
  const sent = edits.value;
  if (sent.size === 0 || underWay.value) return;
  const { changed, unusual } = doubts.value;
  isAsking.value = !isChecked && changed.length + unusual.length > 0;
  if (isAsking.value) return;
  const body = itemsOf(sent, sheet.value!);
  underWay.value = sent;
  const outcome = await make<{ change_id?: number }>(
    {
      done: messages().rates.sent(countNights(sent)),
      request: { method: 'POST', path: api('availability'), body },
      undo: ({ data }) =>
        data.change_id === undefined
          ? null
          : { method: 'POST', path: operator(`changes/${data.change_id}/undo`), body: {} },
    },
    {
      onRefused: ({ detail }) => {
        if (edits.value === sent) verdict.value = { updated: 0, refusal: detail };
      },
    },
  );
  // Another property may be shown by now.
  if (underWay.value !== sent) return;
  batch(() => {
    underWay.value = null;
    if (outcome.ok) {
      taken.value = joined(taken.value, sent);
      setEdits(withoutSent(edits.value, sent), notices.value);
    } else {
      // What was set meanwhile was made on values that the nights have not got.
      const known = { edits: edits.value, bases: withoutSent(bases.value, sent) };
      bases.value = basesOf(edits.value, known, expectedAt);
    }
  });
}

/** Selects nights of a room, and scrolls to them. */
export function showNights({ roomId, from, until }: { roomId: number; from: number; until: number }): void {
  const place = rooms.value.findIndex(({ room_id: id }) => id === roomId);
  if (place < 0) return;
  const line = place * RATE_LINES.length + RATE_LINES.indexOf('price');
  const focus = { line, day: from };
  selection.value = { anchor: { line, day: until - 1 }, focus };
  revealed.value = focus;
}
