// Tool for reports: occupancy, rates, revenue and pickup.
import { getReportOperation, reportSchema } from '../../public/reports.ts';
import { membersOf, object } from '../../schema.ts';
import { readTool } from '../tool.ts';

export const getReportTool = readTool({
  name: 'get_report',
  title: 'Occupancy and revenue',
  description:
    'Sold nights, occupancy, ADR, RevPAR and revenue of a range of nights. as_of answers "how did we stand then"; since adds pickup, what was sold after a moment. For last year in comparison call it twice.',
  operation: getReportOperation,
  input: object(
    membersOf(getReportOperation.query, { fromdate: true, todate: true, by: true, as_of: true, since: true }),
  ),
  output: reportSchema,
  run: (call, input) => getReportOperation.run(call, input),
});
