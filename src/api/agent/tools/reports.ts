// Tool for reports: occupancy, rates, revenue and pickup.
import { getReportOperation, reportSchema } from '../../public/reports.ts';
import { array, membersOf, object, optional, text } from '../../schema.ts';
import { clockAt, selected } from '../records.ts';
import { readTool } from '../tool.ts';

const SUMS = [
  'units',
  'out_of_order',
  'sold',
  'occupancy',
  'revenue',
  'adr',
  'revpar',
  'other_currencies',
  'pickup',
  'pickup_revenue',
] as const;

const { fromdate, todate, by, currency, rows, total } = reportSchema.properties;
const [rowSchema, presentRow] = selected(rows.items, ['key', ...SUMS]);
const [totalSchema, presentTotal] = selected(total, SUMS);

export const getReportTool = readTool({
  name: 'get_report',
  title: 'Occupancy and revenue',
  description:
    'Sold nights, occupancy, ADR, RevPAR and revenue of a range of nights. as_of answers "how did we stand then"; since adds pickup, what was sold after a moment. For last year in comparison call it twice.',
  operation: getReportOperation,
  input: object(
    membersOf(getReportOperation.query, { fromdate: true, todate: true, by: true, as_of: true, since: true }),
  ),
  output: object({
    fromdate,
    todate,
    by,
    as_of: optional(text()),
    since: optional(text()),
    currency,
    rows: array(rowSchema),
    total: totalSchema,
  }),
  async run(call, input) {
    const { as_of, since, ...report } = await getReportOperation.run(call, input);
    return {
      ...report,
      ...(as_of !== null && { as_of: clockAt(as_of, call.property) }),
      ...(since !== null && { since: clockAt(since, call.property) }),
      rows: report.rows.map((row) => presentRow(row, call.property)),
      total: presentTotal(report.total, call.property),
    };
  },
});
