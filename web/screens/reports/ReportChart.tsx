// The rows of a report as columns, with those of the comparison as a line. Drawn in SVG, so that it prints as it is shown.
import { formatNumber, formatPercent } from '../../format.ts';
import { messages } from '../../language.ts';
import { rowName } from './ReportTable.tsx';
import type { ReportAnswer, ReportKind, ReportRow } from './report-kinds.ts';

const WIDTH = 1_200;
const HEIGHT = 220;
const BOTTOM = 24;
const LEFT = 56;
const GAP = 0.25;

type ReportChartProps = { kind: ReportKind; answer: ReportAnswer; by: string };

export function ReportChart({ kind, answer, by }: ReportChartProps) {
  const { member, compared } = kind.chart!;
  const { columns } = messages().reports;
  const rows = answer.rows.filter((row) => row[member] !== null);
  const values = rows.flatMap((row) => [figureOf(row, member), compared ? figureOf(row, compared) : 0]);
  const top = ceiling(Math.max(1, ...values));
  if (rows.length === 0) return null;
  const step = (WIDTH - LEFT) / rows.length;
  const y = (value: number) => (HEIGHT - BOTTOM) * (1 - value / top) + 8;
  const name = columns[member as keyof typeof columns];
  const isPercent = kind.columns.some((one) => one.member === member && one.format === 'percent');
  const shown = (value: number) =>
    isPercent ? formatPercent(value, Number.isInteger(value) ? 0 : 1) : formatNumber(value);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled, which the keyboard must be able to do
    <figure class="report-chart" tabIndex={0} aria-label={name}>
      <figcaption class="m">
        {name}
        {compared && <span class="ink3"> · ┄ {columns[compared as keyof typeof columns]}</span>}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 8}`} role="img" aria-label={name}>
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line x1={LEFT} x2={WIDTH} y1={y(top * part)} y2={y(top * part)} />
            <text x={LEFT - 8} y={y(top * part) + 4} text-anchor="end">
              {shown(top * part)}
            </text>
          </g>
        ))}
        {rows.map((row, at) => (
          <rect
            key={at}
            x={LEFT + step * (at + GAP / 2)}
            y={y(Math.max(0, figureOf(row, member)))}
            width={step * (1 - GAP)}
            height={((HEIGHT - BOTTOM) * Math.max(0, figureOf(row, member))) / top}
          >
            <title>{`${rowName(row, by)}: ${shown(figureOf(row, member))}`}</title>
          </rect>
        ))}
        {compared && (
          <polyline
            points={rows
              .map((row, at) => `${LEFT + step * (at + 0.5)},${y(figureOf(row, compared))}`)
              .join(' ')}
          />
        )}
        {labelled(rows).map((at) => (
          <text key={at} x={LEFT + step * (at + 0.5)} y={HEIGHT + 4} text-anchor="middle">
            {rowName(rows[at]!, by)}
          </text>
        ))}
      </svg>
    </figure>
  );
}

function figureOf(row: ReportRow, member: string): number {
  return Number(row[member] ?? 0);
}

const MAX_LABELS = 9;

/** Returns the places of the rows below which there is room for a name. */
function labelled(rows: readonly ReportRow[]): number[] {
  const every = Math.ceil(rows.length / MAX_LABELS);
  return rows.map((_, at) => at).filter((at) => at % every === Math.floor(every / 2));
}

/** Returns the next round figure: 1, 2, 4 or 10 times a power of ten. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 4, 10].find((factor) => factor * power >= value)!;
}
