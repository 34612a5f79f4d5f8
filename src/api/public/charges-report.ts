// /api/reports/charges: what was charged in a period, by code: revenue and taxes.
import type { Static } from 'typebox';
import { VAT_CATEGORIES } from '../../model/ledger.ts';
import { toMajor } from '../../model/money.ts';
import {
  CHARGE_DATES,
  CHARGE_GROUPS,
  type ChargesRow,
  readCharges,
  vatIn,
} from '../../pms/reports/charges.ts';
import { CSV_FORMAT } from '../csv.ts';
import { readOperation } from '../operation.ts';
import { presentMoment } from '../present.ts';
import { reportDays, reportedDays, toPastMoment, toReportDays } from '../report-range.ts';
import {
  amount,
  array,
  integer,
  moment,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../schema.ts';

const chargesReportSchema = object({
  ...reportedDays('day'),
  by: oneOf(CHARGE_GROUPS, {
    description: 'what a row stands for, beside code, VAT and currency',
    example: 'month',
  }),
  dates: oneOf(CHARGE_DATES, { description: 'which days of a charge count', example: 'service' }),
  as_of: nullable(moment('entries that were posted later are left out; null = none')),
  rows: array(
    object({
      month: nullable(text({ description: 'yyyy-MM; null = the whole period', example: '2026-12' })),
      code: text({ description: 'what was charged', example: 'tax' }),
      vat_category: nullable(oneOf(VAT_CATEGORIES, { description: 'null = not said', example: 'S' })),
      vat_rate: nullable(number({ description: 'percent; null = not said', example: 7 })),
      currency: text({ example: 'EUR' }),
      entries: integer({ description: 'ledger entries with a part in it', example: 210 }),
      amount: amount('sum of the charges less what was taken back, VAT included', 1_260),
      vat: nullable(number({ description: 'VAT that `amount` includes; null = not said', example: 82.43 })),
      net: nullable(number({ description: '`amount` less `vat`; null = not said', example: 1_177.57 })),
    }),
  ),
  totals: array(
    object({
      currency: text({ example: 'EUR' }),
      entries: integer({ description: 'as of the rows, added up', example: 412 }),
      amount: amount('sum of the charges less what was taken back, VAT included', 38_160),
      vat: amount('VAT that `amount` includes, as far as it was said', 2_496.45),
      net: amount('`amount` less `vat`, of the charges of which the VAT was said', 35_063.55),
      vat_unknown: amount(
        'sum of the charges of which the VAT was not said: `amount` less `net` and `vat`',
        600,
      ),
    }),
    { description: 'sums of the rows, by currency' },
  ),
});

type ChargesReport = Static<typeof chargesReportSchema>;

/** Returns the sums of the rows by currency. */
function totalsOf(rows: readonly ChargesRow[]): ChargesReport['totals'] {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([currency, own]) => {
      const sum = (minorOf: (row: ChargesRow) => number) =>
        own.reduce((total, row) => total + minorOf(row), 0);
      const amountMinor = sum((row) => row.amountMinor);
      const vatMinor = sum((row) => vatIn(row) ?? 0);
      const unknownMinor = sum((row) => (vatIn(row) === null ? row.amountMinor : 0));
      return {
        currency,
        entries: sum(({ entries }) => entries),
        amount: toMajor(amountMinor, currency),
        vat: toMajor(vatMinor, currency),
        net: toMajor(amountMinor - unknownMinor - vatMinor, currency),
        vat_unknown: toMajor(unknownMinor, currency),
      };
    });
}

export const getChargesReportOperation = readOperation({
  name: 'getChargesReport',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/reports/charges',
  scopes: ['reports', 'ledger'],
  tag: 'Reports',
  summary: 'Report charges and taxes by code',
  description:
    'Sums of the ledger entries that are charges, by code, VAT and currency. A charge for several days counts in a period with the part of its days that lie in it. docs/reports.md defines the figures.',
  problems: [],
  query: object({
    ...reportDays('day'),
    by: optional(
      oneOf(CHARGE_GROUPS, {
        description: 'month = also a row for each month; absent = code',
        example: 'month',
      }),
    ),
    dates: optional(
      oneOf(CHARGE_DATES, {
        description: 'the days that are charged, or the date of the entry; absent = service',
        example: 'posting',
      }),
    ),
    as_of: optional(moment('only entries that were posted up to this moment')),
    ...CSV_FORMAT,
  }),
  caching: 'no-etag',
  csv: {
    fileName: 'charges-report',
    row: chargesReportSchema.properties.rows.items,
    records: ({ rows }) => rows,
  },
  answer: chargesReportSchema,
  run: async ({ db, property, now }, { fromdate, todate, by = 'code', dates = 'service', as_of }) => {
    const days = toReportDays({ fromdate, todate });
    const asOf = toPastMoment(as_of, 'as_of', now);
    const rows = await readCharges(db, property.hotelId, { days, by, dates, asOf });
    return {
      fromdate,
      todate,
      by,
      dates,
      as_of: asOf ? presentMoment(asOf) : null,
      rows: rows.map(presentRow),
      totals: totalsOf(rows),
    };
  },
});

function presentRow(row: ChargesRow): ChargesReport['rows'][number] {
  const { currency } = row;
  const vatMinor = vatIn(row);
  return {
    month: row.month,
    code: row.code,
    vat_category: row.vatCategory,
    vat_rate: row.vatRateBp === null ? null : row.vatRateBp / 100,
    currency,
    entries: row.entries,
    amount: toMajor(row.amountMinor, currency),
    vat: vatMinor === null ? null : toMajor(vatMinor, currency),
    net: vatMinor === null ? null : toMajor(row.amountMinor - vatMinor, currency),
  };
}
