// The sums of a report as large figures.
import { messages } from '../../language.ts';
import { shownValue } from './ReportTable.tsx';
import { type ReportAnswer, type ReportKind, usedColumns } from './report-kinds.ts';

/** Members that are shown, of those that a report has; the first six. */
const SHOWN = [
  'occupancy',
  'adr',
  'revpar',
  'pickup',
  'pickup_revenue',
  'bookings',
  'cancellation_rate',
  'sold',
  'sold_change',
  'revenue',
  'revenue_change',
  'net_revenue',
  'lead_time',
];
const MAX_FIGURES = 6;

type FiguresProps = { kind: ReportKind; answer: ReportAnswer; currency: string };

export function Figures({ kind, answer, currency }: FiguresProps) {
  const { columns: names } = messages().reports;
  const { total } = answer;
  if (!total) return null;
  const columns = usedColumns(kind, answer)
    .filter(({ member }) => SHOWN.includes(member) && total[member] !== null)
    .toSorted((a, b) => SHOWN.indexOf(a.member) - SHOWN.indexOf(b.member))
    .slice(0, MAX_FIGURES);
  return (
    <dl class="figures">
      {columns.map(({ member, format }) => (
        <div key={member}>
          <dt>{names[member as keyof typeof names]}</dt>
          <dd>{shownValue(total[member], format, { currency })}</dd>
        </div>
      ))}
    </dl>
  );
}
