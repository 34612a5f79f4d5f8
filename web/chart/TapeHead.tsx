// The head of the tape chart: the month in the corner, and a cell for each painted day.
// biome-ignore-all lint/a11y/useSemanticElements: a grid of bars and painted lines; a table cannot lay them out
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the keyboard at a time
import { useMemo } from 'preact/hooks';
import { weekdayOf } from '../days.ts';
import { type NightSpan, xOfDay } from './geometry.ts';
import type { TapeData } from './tape.tsx';

export function TapeCorner({ month, rooms }: { month: string; rooms: string }) {
  return (
    <div class="tape-corner" role="columnheader" aria-colindex={1}>
      <b>{month}</b>
      <span class="tape-state">{rooms}</span>
    </div>
  );
}

type TapeDaysProps = { data: TapeData; from: number; until: number; range: NightSpan; today: number };

export function TapeDays({ data, from, until, range, today }: TapeDaysProps) {
  return useMemo(() => {
    const days = Array.from({ length: until - from }, (_, index) => from + index);
    return (
      <div
        role="presentation"
        class="tape-days"
        style={{ transform: `translateX(${xOfDay(from, range.from)}px)` }}
      >
        {days.map((day) => (
          <DayCell key={day} data={data} day={day} column={day - range.from + 2} isToday={day === today} />
        ))}
      </div>
    );
  }, [data, from, until, range, today]);
}

type DayCellProps = { data: TapeData; day: number; column: number; isToday: boolean };

function DayCell({ data, day, column, isToday }: DayCellProps) {
  const { weekday, date, free, unassigned, name } = data.dayAt(day);
  return (
    <div
      role="columnheader"
      class={`tape-day${weekdayOf(day) > 4 ? ' weekend' : ''}${isToday ? ' today' : ''}`}
      aria-label={name}
      aria-colindex={column}
      {...(isToday && { 'aria-current': 'date' as const })}
    >
      {`${weekday} `}
      <b>{date}</b>
      {`\n${free}`}
      {unassigned > 0 && <span title={data.texts.unassigned(unassigned)}>{unassigned}</span>}
    </div>
  );
}
