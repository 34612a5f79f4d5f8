// The stays that imports have made on this device, so that each import can be taken back as one. No data of guests is kept: numbers of bookings,
// days of arrival, and the ETags by which a change since then is recognised.
import { signal } from '@preact/signals';
import { readChoice, storeChoice } from '../../../stored-choice.ts';

/** `etag`: of the booking as it was made. `checkin`: as `yyyy-MM-dd`. */
export type MadeStay = { orderId: number; etag: string; checkin: string };

/** `at`: when it began, which is its name. */
export type MadeImport = { at: string; stays: readonly MadeStay[] };

/** More are not kept: the oldest goes. */
const MAX_IMPORTS = 20;

/** By property, as this page last stored them: for browsers that store nothing. */
const known = signal<ReadonlyMap<number, readonly MadeImport[]>>(new Map());

/** Returns the imports of a property that have made stays, the newest first. */
export function importsOf(hotelId: number): readonly MadeImport[] {
  const stored = known.value.get(hotelId) ?? [];
  // Another tab may have made some since.
  return readStored(hotelId) ?? stored;
}

/** Records that an import has made a stay. One that an earlier import has made, whose list was sent again, stays that one's. */
export function recordMade(hotelId: number, at: string, stay: MadeStay): void {
  const imports = importsOf(hotelId);
  if (imports.some(({ stays }) => stays.some(({ orderId }) => orderId === stay.orderId))) return;
  const present = imports.find((one) => one.at === at) ?? { at, stays: [] };
  const others = imports.filter((one) => one !== present);
  store(hotelId, [{ at, stays: [...present.stays, stay] }, ...others]);
}

/** Records that stays of an import are taken back, or belong to people now: they are never taken back again. */
export function forgetMade(hotelId: number, at: string, orderIds: ReadonlySet<number>): void {
  const imports = importsOf(hotelId).map((one) =>
    one.at === at ? { at, stays: one.stays.filter(({ orderId }) => !orderIds.has(orderId)) } : one,
  );
  store(hotelId, imports);
}

function store(hotelId: number, imports: readonly MadeImport[]): void {
  const kept = imports.filter(({ stays }) => stays.length > 0).slice(0, MAX_IMPORTS);
  known.value = new Map(known.value).set(hotelId, kept);
  storeChoice(keyOf(hotelId), JSON.stringify(kept));
}

/** Returns what the device has; null = nothing that can be read. */
function readStored(hotelId: number): readonly MadeImport[] | null {
  try {
    const imports: unknown = JSON.parse(readChoice(keyOf(hotelId)) ?? 'null');
    return Array.isArray(imports) ? imports : null;
  } catch {
    return null;
  }
}

function keyOf(hotelId: number): string {
  return `innwire.imports.${hotelId}`;
}
