// A page with the tape chart of a full house, for tests and measurements: ?units=60&days=90.
import '../../../web/styles/tokens.css';
import '../../../web/styles/base.css';
import './page.css';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { TapeChart } from '../../../web/chart/TapeChart.tsx';
import type { BarLook, TapeBar, TapeData } from '../../../web/chart/tape.tsx';
import { dateOfDayNumber, weekdayOf } from '../../../web/days.ts';
import { FIRST_DAY, fullHouse } from '../../web/chart/house.ts';

const query = new URLSearchParams(location.search);
const TODAY = FIRST_DAY + 14;
const NAMES = [
  'Lindqvist',
  'Papadopoulou',
  'Müller-Lüdenscheidt',
  'Ferreira da Costa',
  'Sato',
  'Öztürk',
  'Kim',
];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const { rooms, spans, range } = fullHouse(Number(query.get('units') ?? 60), Number(query.get('days') ?? 90));

const bars = spans.map((span, index): TapeBar => {
  const look = lookOf(span.from, span.until, index);
  const label = NAMES[index % NAMES.length]!;
  return {
    ...span,
    look,
    label,
    mark: 'BADE'[index % 4]!,
    icon: look === 'act' || look === 'option' ? <Mark /> : null,
    hint: look === 'act' ? 'To check in' : '',
    aside: '',
    name: `${label}, ${dateOfDayNumber(span.from)} to ${dateOfDayNumber(span.until)}`,
    opens: true,
    drag: null,
  };
});

/** An icon of the size that the desk has. */
function Mark() {
  return (
    <svg class="i i-s" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6" />
    </svg>
  );
}

function lookOf(from: number, until: number, index: number): BarLook {
  if (until <= TODAY) return 'past';
  if (from === TODAY) return 'act';
  if (from < TODAY) return 'house';
  return index % 40 === 0 ? 'option' : 'next';
}

const data: TapeData = {
  rooms,
  bars,
  dayAt: (day) => {
    const date = dateOfDayNumber(day).slice(8);
    return {
      weekday: WEEKDAYS[weekdayOf(day)]!,
      date,
      free: '3 free',
      unassigned: day === TODAY ? 2 : 0,
      name: date,
    };
  },
  rateAt: (roomId, day) => ({
    price: String(100 + roomId + (weekdayOf(day) > 3 ? 30 : 0)),
    rest: '1 · 2n',
    look: weekdayOf(day) === 4 ? 'changed' : 'same',
    name: `${dateOfDayNumber(day)}: 1 free`,
  }),
  headOf: ({ name, kind, units }) => ({
    name: kind === 'rates' ? 'Rates' : name,
    label: name,
    state: kind === 'room' ? { text: String(units), icon: null, look: '' } : null,
  }),
  nameOfFree: ({ name }, night) => `${name}, ${dateOfDayNumber(night)}, free`,
  monthOf: (day) => dateOfDayNumber(day).slice(0, 7),
  texts: {
    chart: 'Calendar',
    rooms: `${rooms.length} rooms`,
    unassigned: (count) => `${count} without a room`,
  },
};

function Page() {
  const [openId, open] = useState<string | null>(null);
  const [firstDay, setFirstDay] = useState(TODAY - 2);
  const [days, setDays] = useState(range);
  const addDaysBefore = (count: number) => setDays(({ from, until }) => ({ from: from - count, until }));
  Object.assign(globalThis, { addDaysBefore });
  return (
    <>
      <p role="status">
        {openId} {dateOfDayNumber(firstDay)}
      </p>
      <TapeChart
        data={data}
        range={days}
        firstDay={firstDay}
        now={TODAY + 0.43}
        openId={openId}
        onScrolled={setFirstDay}
        onOpen={({ id }) => open(id)}
      />
    </>
  );
}

/** Scrolls in both directions, one step a frame, and begins again at the edges. Returns the most elements that the page had. */
async function scrollChart(frames: number): Promise<number> {
  const chart = document.querySelector('.tape')!;
  let most = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    await new Promise(requestAnimationFrame);
    if (frame % 10 === 0) most = Math.max(most, document.getElementsByTagName('*').length);
    const { scrollLeft, scrollTop } = chart;
    const isAtEnd = scrollLeft + chart.clientWidth >= chart.scrollWidth - 1;
    const isAtFoot = scrollTop + chart.clientHeight >= chart.scrollHeight - 1;
    chart.scrollTo(isAtEnd ? 0 : scrollLeft + 23, isAtFoot ? 0 : scrollTop + 9);
  }
  return most;
}
Object.assign(globalThis, { scrollChart });

render(<Page />, document.getElementById('chart')!);
