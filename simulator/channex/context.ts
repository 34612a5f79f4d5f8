// State, options, OTAs and responses that the modules of the simulated Channex share.

import type { Random } from '../../sample-people/random.ts';
import type { OtaReservation } from '../book.ts';
import type { OtaResponse } from '../http-server.ts';
import type { OtaCore, OtaOptions } from '../ota.ts';
import type { ChangeInput, SaleInput } from '../sale-input.ts';

export type ChannexOptions = OtaOptions & {
  /** ARI calls of each kind per property and minute; default 10, as at Channex */
  callsPerMinute?: number;
  /** false: the messages app is not installed, and requests for messages are refused with 403 */
  messagesApp?: boolean;
};

export type Channex = {
  core: OtaCore;
  options: ChannexOptions;
  /** returns the booking's id for a reservation's reference */
  bookingId(reference: string): string;
  taskId(): string;
  ofBooking(id: string | undefined): OtaReservation | undefined;
  /** settings of a property that other OTAs do not have */
  property(id: string): PropertyRecord;
  /** sales entered at Channex itself (Booking CRS), with the events and notifications of a sale */
  crs: {
    sell(input: SaleInput): Promise<OtaReservation>;
    modify(reference: string, change: ChangeInput): Promise<OtaReservation>;
    cancel(reference: string): Promise<OtaReservation>;
  };
};

/** Settings of a property at Channex, initially the documented defaults. */
export type PropertyRecord = {
  minStayType: 'both' | 'arrival' | 'through';
  /** bounds: prices out of them are set to the nearer bound, without a warning */
  minPrice: number | null;
  maxPrice: number | null;
  /** nights from today on that are kept */
  stateLength: number;
  /** nights from today on that are open for sale; the count of later ones is overwritten with 0 */
  maxDayAdvance: number | null;
  /** at this time (UTC) of each day the counts of today and of so many further nights are overwritten with 0 */
  cutOffTime: string | null;
  cutOffDays: number | null;
  /** codes of installed applications */
  applications: Set<string>;
};

export function newPropertyRecord(): PropertyRecord {
  return {
    minStayType: 'both',
    minPrice: null,
    maxPrice: null,
    stateLength: 500,
    maxDayAdvance: null,
    cutOffTime: null,
    cutOffDays: null,
    applications: new Set(),
  };
}

/** Seller of bookings that are entered at Channex itself. */
export const OFFLINE = { name: 'Offline', prefix: 'OFL' };

/** OTAs that sell through Channex. */
export const SELLERS: Record<
  string,
  { prefix: string; messages: boolean; reference(random: Random): string }
> = {
  'Booking.com': { prefix: 'BDC', messages: true, reference: (random) => `4${random.digits(9)}` },
  Airbnb: { prefix: 'ABB', messages: true, reference: (random) => `HM${random.letters(8)}` },
  Expedia: { prefix: 'EXP', messages: true, reference: (random) => random.digits(10) },
};

export function success(data: unknown, meta: Record<string, unknown> = {}): OtaResponse {
  return { body: { data, meta } };
}

export function failure(status: number, code: string, title: string, details?: unknown): OtaResponse {
  return { status, body: { errors: { code, title, ...(details !== undefined && { details }) } } };
}

export const notFound = (): OtaResponse => failure(404, 'resource_not_found', 'Resource Not Found');

export function validation(details: Record<string, string[]>): OtaResponse {
  return failure(422, 'validation_error', 'Validation Error', details);
}

/** Returns the error for an order that is not known, or the items in the order that `order[…]` asks for. */
export function ordered<T>(
  all: readonly T[],
  query: URLSearchParams,
  { fields, usual }: { fields: Record<string, (item: T) => string>; usual: string },
): T[] | OtaResponse {
  const [given] = [...query].filter(([name]) => name.startsWith('order['));
  const field = given ? /^order\[(\w+)\]$/.exec(given[0])?.[1] : usual;
  const keyOf = Object.hasOwn(fields, field ?? '') ? fields[field!] : undefined;
  const direction = given?.[1] ?? 'desc';
  if (!keyOf || !['asc', 'desc'].includes(direction)) return validation({ order: ['is invalid'] });
  const ascending = all.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  return direction === 'asc' ? ascending : ascending.reverse();
}

/** Returns the page of a list that `pagination[page]` and `pagination[limit]` select. */
export function pageOf<T>(
  all: readonly T[],
  query: URLSearchParams,
): { page: T[]; meta: Record<string, number> } {
  const page = Math.max(1, Number(query.get('pagination[page]') ?? 1) || 1);
  const limit = Math.min(100, Math.max(1, Number(query.get('pagination[limit]') ?? 10) || 10));
  return { page: all.slice((page - 1) * limit, page * limit), meta: { total: all.length, page, limit } };
}
