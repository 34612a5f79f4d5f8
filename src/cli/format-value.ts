// Formats values of the API for people: moments in the property's time zone, amounts with the decimals of
// their currency.
import { escapeControlCharacters } from '../model/control-characters.ts';

export type Rec = Record<string, unknown>;

/** How values of a property are shown. */
export type Display = { timezone?: string; currency?: string };

/** Members that are amounts of money. */
const AMOUNTS = new Set([
  ...[
    'owed',
    'to_return',
    'vat',
    'vat_unknown',
    'net',
    'revenue',
    'revenue_change',
    'net_revenue',
    'pickup_revenue',
  ],
  ...['last_year_revenue', 'last_year_final_revenue', 'adr', 'revpar'],
  'price',
  'amount',
  'total',
  'paid',
  'balance',
  'commission',
  'revenue',
  'adr',
  'revpar',
  'pickup_revenue',
]);

/** Returns the text of a record's member, with control characters escaped. An absent value is `–`. */
export function formatMember(record: Rec, name: string, display: Display): string {
  return escapeControlCharacters(formatText(record, name, display));
}

function formatText(record: Rec, name: string, display: Display): string {
  const value = record[name];
  if (AMOUNTS.has(name) && typeof value === 'number')
    return formatAmount(value, String(record.currency ?? display.currency ?? ''));
  if (name === 'closure' && isRecord(value)) return `${value.kind} until ${value.todate}`;
  if (name === 'by' && isRecord(value)) return formatValue(value.name, display);
  if (name === 'problem' && isRecord(value)) return formatValue(value.detail, display);
  // `date` is a night, given as midnight UTC: it is a date in any time zone.
  if (name === 'date' && typeof value === 'string') return value.slice(0, 'yyyy-MM-dd'.length);
  return formatValue(value, display);
}

function formatValue(value: unknown, display: Display): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return formatList(value, display);
  if (isRecord(value)) return formatRecord(value, display);
  if (typeof value === 'string' && MOMENT.test(value)) return formatMoment(value, display.timezone);
  return String(value);
}

/** Formats a list. Records are shown by their message, their booking or their room only. */
function formatList(values: readonly unknown[], display: Display): string {
  if (values.length === 0) return '–';
  return values
    .map((value) =>
      isRecord(value) ? (value.message ?? value.detail ?? value.order_id ?? value.room_id ?? value) : value,
    )
    .map((value) => formatValue(value, display))
    .join(', ');
}

/** Formats a small record on one line: `room_id 1001, order_id 10001`. */
function formatRecord(record: Rec, display: Display): string {
  const members = Object.entries(record).map(([name, value]) => `${name} ${formatValue(value, display)}`);
  return members.length === 0 ? '–' : members.join(', ');
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Formats a moment in the time zone: `2026-11-22 15:00`, with seconds if there are any. Without a time zone
 * it is in UTC, and marked so.
 */
function formatMoment(moment: string, timezone: string | undefined): string {
  const local = Temporal.Instant.from(moment)
    .toZonedDateTimeISO(timezone ?? 'UTC')
    .toPlainDateTime();
  const text = local.toString({ smallestUnit: local.second === 0 ? 'minute' : 'second' }).replace('T', ' ');
  return timezone === undefined ? `${text} UTC` : text;
}

function formatAmount(amount: number, currency: string): string {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    return amount.toFixed(maximumFractionDigits);
  } catch {
    return String(amount); // unknown currency
  }
}

export function isRecord(value: unknown): value is Rec {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
