// Tool for reports: occupancy, pace, bookings, charges, balances and money to return.
import type { Static } from 'typebox';
import type { Property } from '../../../model/property.ts';
import { getBalancesReportOperation } from '../../public/balances-report.ts';
import { getBookingsReportOperation } from '../../public/bookings-report.ts';
import { getChargesReportOperation } from '../../public/charges-report.ts';
import { getPaceReportOperation } from '../../public/pace-report.ts';
import { getReportOperation } from '../../public/reports.ts';
import { getToReturnReportOperation } from '../../public/to-return-report.ts';
import { array, boolean, date, integer, membersOf, object, oneOf, optional, text } from '../../schema.ts';
import { requireScopes, visible } from '../../visible.ts';
import { readArguments } from '../arguments.ts';
import { fitting } from '../paging.ts';
import { clockAt } from '../records.ts';
import { type AgentCall, readTool } from '../tool.ts';

const NAMES = ['occupancy', 'pace', 'bookings', 'charges', 'balances', 'to_return'] as const;
type Name = (typeof NAMES)[number];

/** The operations of the reports, in the order of their names. */
const OPERATIONS = [
  getReportOperation,
  getPaceReportOperation,
  getBookingsReportOperation,
  getChargesReportOperation,
  getBalancesReportOperation,
  getToReturnReportOperation,
] as const;

/** Members whose records differ from report to report: docs/reports.md has them. */
const record = object({}, { additionalProperties: true });

const output = object({
  report: oneOf(NAMES),
  fromdate: optional(text()),
  todate: optional(text()),
  by: optional(text()),
  dates: optional(text()),
  as_of: optional(text()),
  since: optional(text()),
  compared_as_of: optional(text()),
  currency: optional(text()),
  rows: array(record),
  rows_left_out: optional(integer()),
  total: optional(record),
  totals: optional(array(record)),
});

export const getReportTool = readTool({
  name: 'get_report',
  title: 'Reports',
  description:
    'occupancy: sold nights, ADR, RevPAR, revenue; pace: on the books against last year; bookings: channel mix, lead times, cancellations, commission; charges: revenue and taxes by code; balances: what arriving or departing guests owe; to_return: what was paid too much, of all bookings, without days. as_of answers "how did we stand then".',
  operation: getReportOperation,
  input: object({
    report: optional(oneOf(NAMES, { description: 'default occupancy' })),
    fromdate: optional(date('first day; required but for to_return')),
    todate: optional(date('last day; required but for to_return')),
    by: optional(
      text({
        description:
          'row; occupancy: day, month, room, channel; pace: day, week, month; bookings: channel, month, room, lead_time, length_of_stay; charges: code, month',
      }),
    ),
    dates: optional(
      text({
        description: 'bookings: arrival, booking; charges: service, posting; balances: arrival, departure',
      }),
    ),
    ...membersOf(getReportOperation.query, {
      as_of: 'as it was at this moment',
      since: 'occupancy: add pickup, what was sold after this moment',
    }),
    open: optional(boolean({ description: 'balances: only those not settled' })),
  }),
  output,
  async run(call, { report = 'occupancy', ...given }) {
    return presentReport(report, await runReport(call, report, given), call.property);
  },
});

/** Runs the operation of a report. Throws `scope_missing`, and `invalid_parameters` for what the report does not take. */
async function runReport(call: AgentCall, report: Name, given: object): Promise<Answer> {
  const operation = OPERATIONS[NAMES.indexOf(report)]!;
  if (call.scopes !== null) requireScopes(call.scopes, operation.scopes ?? []);
  const query = readArguments(operation.query, given as Record<string, unknown>);
  return visible(
    await operation.run(call, query as never),
    operation.answer,
    call.scopes,
  ) as unknown as Answer;
}

type Rec = Record<string, unknown>;
type Answer = Rec & { rows: Rec[]; total?: Rec; totals?: Rec[] };

/** Leaves out what is null, and the last rows of an answer that would be too long. */
function presentReport(
  report: Name,
  { rows, total, totals, ...rest }: Answer,
  property: Property,
): Static<typeof output> {
  const shown = rows.map(withoutNulls);
  const fit = shown.length === 0 ? 0 : fitting(shown);
  const { as_of, since, compared_as_of, ...others } = withoutNulls(rest) as Record<string, string>;
  const moments = Object.entries({ as_of, since, compared_as_of }).filter(
    ([, moment]) => moment !== undefined,
  );
  return {
    report,
    ...others,
    ...Object.fromEntries(moments.map(([name, moment]) => [name, clockAt(moment!, property)])),
    rows: shown.slice(0, fit),
    ...(fit < shown.length && { rows_left_out: shown.length - fit }),
    ...(total && { total: withoutNulls(total) }),
    ...(totals && { totals: totals.map(withoutNulls) }),
  };
}

function withoutNulls(values: Rec): Rec {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
