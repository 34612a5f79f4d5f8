// What the tape chart paints of the copy: texts in the person's language, looks and icons by what needs doing.
import type { ProposalRecord } from '../../../src/api/proposal-records.ts';
import type { DragGrip } from '../../chart/drag.ts';
import type { ChartRoom, ChartRow } from '../../chart/rows.ts';
import type { BarLook, TapeBar, TapeData, TapeRate } from '../../chart/tape.tsx';
import {
  formatCount,
  formatDay,
  formatDayParts,
  formatMoney,
  formatShortPrice,
  formatTime,
} from '../../format.ts';
import { messages } from '../../language.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { channelLetter, channelName } from '../../parts/Mark.tsx';
import { ghostsOf, proposedNight } from '../../proposals/ghosts.ts';
import { proposerOf, sentenceOf } from '../../proposals/sentence.ts';
import { barsOf, type ChartBar } from '../../replica/bars.ts';
import { stepOf } from '../../replica/free-units.ts';
import type { DeskUnit, ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';
import { waysOutOf } from '../../replica/ways-out.ts';
import { isPhone } from '../../screen-width.ts';
import { placeName } from '../../stay/place-name.ts';

/** Bars and rooms that were painted, with the names of rooms that were chosen; all rooms without a choice. */
export type Chosen = ReadonlySet<number> | null;

/** Returns the rooms of the chart with their units, as the house has put them in order. */
function roomsOf({ rooms, units, parts }: ReplicaState, chosen: Chosen): ChartRoom[] {
  const byRoom = Map.groupBy([...units.values()], ({ room_id: roomId }) => roomId);
  return [...rooms.values()]
    .filter(({ room_id: roomId }) => !chosen || chosen.has(roomId))
    .map(({ room_id: roomId, name }) => ({
      roomId,
      name,
      units: (byRoom.get(roomId) ?? [])
        .toSorted(byPlace)
        .map((unit) => ({ unitId: unit.unit_id, name: unit.name })),
      hasRates: parts.has('nights'),
    }));
}

function byPlace(one: DeskUnit, other: DeskUnit): number {
  return one.position - other.position || one.unit_id - other.unit_id;
}

/** What the chart is made from, beside the copy. */
type Shown = { chosen: Chosen; canChange: boolean; proposals: readonly ProposalRecord[] };

/** Returns all that the chart paints. */
export function tapeDataOf(state: ReplicaState, { chosen, canChange, proposals }: Shown): TapeData {
  const texts = messages().calendar;
  const rooms = roomsOf(state, chosen);
  const spans = barsOf(state).filter(({ roomId }) => !chosen || chosen.has(roomId));
  const units = rooms.reduce((sum, room) => sum + Math.max(1, room.units.length), 0);
  const arrivals = countArrivals(spans);
  const free = freeByDay(state, rooms);
  return {
    rooms,
    bars: [...spans.map((span) => tapeBarOf(span, state, canChange)), ...ghostBars(proposals, state, chosen)],
    dayAt: (day) => {
      const count = free(day);
      const unassigned = arrivals.get(day) ?? 0;
      const text = count === null ? '' : texts.free(count);
      const more = unassigned > 0 ? [texts.unassigned(unassigned)] : [];
      // Beside the count of stays without a unit there is no place for a word after two digits.
      const shown = count !== null && count > 9 && unassigned > 0 ? String(count) : text;
      return {
        weekday: formatDayParts(day).weekday,
        date: String(new Date(day * 86_400_000).getUTCDate()),
        free: shown,
        unassigned,
        name: [formatDay(day, 'long'), text, ...more].filter((part) => part !== '').join(', '),
      };
    },
    rateAt: (roomId, day) =>
      proposedRate(rateAt(state, roomId, day), proposedNight(proposals, roomId, day), state),
    headOf: (row) => headOf(row, state),
    nameOfFree: (row, night) => {
      const name = row.kind === 'room' && row.units > 0 ? texts.noUnitNight : texts.freeNight;
      return name(row.name, formatDay(night, 'long'));
    },
    monthOf: (day) => formatDay(day, 'month'),
    texts: { chart: texts.chart, rooms: texts.units(units), unassigned: texts.unassigned },
  };
}

/** Returns the bars of what agents propose: Enter approves them, Backspace declines them. */
function ghostBars(proposals: readonly ProposalRecord[], state: ReplicaState, chosen: Chosen): TapeBar[] {
  const texts = messages();
  return ghostsOf(proposals, state)
    .filter(({ roomId }) => !chosen || chosen.has(roomId))
    .map(({ id, proposal, roomId, unitId, from, until }) => {
      const sentence = sentenceOf(proposal);
      const { detail = '' } = proposal.problem ?? {};
      return {
        ...{ id, roomId, unitId, from, until },
        look: 'proposal',
        label: sentence,
        mark: '',
        icon: <Icon name={proposal.problem ? 'warn' : 'agent'} small />,
        hint: `${detail || sentence} · ${proposerOf(proposal)}`,
        aside: '',
        name: [texts.proposals.proposed(sentence), proposerOf(proposal), detail, texts.proposals.hint]
          .filter((part) => part !== '')
          .join(', '),
        opens: true,
        drag: null,
      };
    });
}

/** Returns a cell of rates with the price that an agent proposes. */
function proposedRate(
  rate: TapeRate | null,
  proposed: ReturnType<typeof proposedNight>,
  { property }: ReplicaState,
): TapeRate | null {
  if (!rate || !proposed) return rate;
  const { price } = proposed.values;
  return {
    ...rate,
    ...(price !== undefined && { price: formatShortPrice(price, property.currency) }),
    look: 'proposed',
    name: `${rate.name}, ${messages().proposals.proposed(sentenceOf(proposed.proposal))}`,
  };
}

/** How many stays without a unit arrive on each day. */
function countArrivals(bars: readonly ChartBar[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { kind, from } of bars)
    if (kind === 'unassigned' || kind === 'conflict') counts.set(from, (counts.get(from) ?? 0) + 1);
  return counts;
}

/** Returns how many units of the rooms are left on a day; null = not known. */
function freeByDay({ nights, from }: ReplicaState, rooms: readonly ChartRoom[]) {
  const lists = rooms.flatMap(({ roomId }) => nights.get(roomId) ?? []);
  return (day: number) => {
    if (lists.length === 0 || lists[0]!.available[day - from] === undefined) return null;
    return lists.reduce(
      (sum, { available, stop_sell: closed }) =>
        sum + (closed?.[day - from] ? 0 : Math.max(0, available[day - from] ?? 0)),
      0,
    );
  };
}

const LOOKS: Record<ChartBar['kind'], BarLook> = {
  conflict: 'clash',
  hold: 'option',
  leaves: 'act',
  in_house: 'house',
  past: 'past',
  unassigned: 'unassigned',
  arrives: 'act',
  to_come: 'next',
  out_of_order: 'closed',
  out_of_service: 'closed',
};

const ICONS: Partial<Record<ChartBar['kind'], IconName>> = {
  conflict: 'clash',
  hold: 'clock',
  leaves: 'out',
  arrives: 'in',
  out_of_order: 'wrench',
  out_of_service: 'wrench',
};

/** Bars by the record of the copy: most changes leave most of them as they are. */
const known = new WeakMap<ChartBar, { texts: object; canChange: boolean; bar: TapeBar }>();

function tapeBarOf(span: ChartBar, state: ReplicaState, canChange: boolean): TapeBar {
  const texts = messages().calendar;
  const cached = known.get(span);
  // What a stay without a unit can do depends on the others.
  if (cached?.texts === texts && cached.canChange === canChange && span.kind !== 'conflict')
    return cached.bar;
  const bar = { ...newTapeBar(span, state), drag: canChange ? dragOf(span, state) : null };
  known.set(span, { texts, canChange, bar });
  return bar;
}

function newTapeBar(span: ChartBar, state: ReplicaState): Omit<TapeBar, 'drag'> {
  const { id, roomId, unitId, from, until, kind, channel, orderId } = span;
  const texts = messages().calendar;
  const isClosure = channel === null;
  const hint = hintOf(span, state);
  const label = isClosure ? closureLabel(span) : span.label;
  const days = texts.span(formatDay(from), formatDay(isClosure ? until - 1 : until));
  const who = isClosure ? [] : [label, channelName(channel)];
  const reason = isClosure && span.label !== '' ? [span.label] : [];
  const conflict = kind === 'conflict' ? state.bookings.get(orderId ?? 0) : undefined;
  const ways = conflict ? waysOutOf(conflict, state).length : 0;
  return {
    id,
    roomId,
    unitId,
    from,
    until,
    look: LOOKS[kind],
    label,
    mark: isClosure ? '' : channelLetter(channel),
    icon: iconOf(span, state),
    hint,
    aside: ways > 0 ? texts.waysOut(ways) : '',
    name: [...who, days, hint, ...reason, ...(ways > 0 ? [texts.waysOut(ways)] : [])].join(', '),
    // A closure that is not sent yet has no number of its own.
    opens: orderId !== null || (span.closureId ?? 0) > 0,
  };
}

/** How a stay can be changed: those who are here keep their nights that are over, whoever left keeps all. */
function dragOf({ orderId, from, until }: ChartBar, state: ReplicaState): TapeBar['drag'] {
  const booking = orderId === null ? undefined : state.bookings.get(orderId);
  if (!booking || !['confirmed', 'held', 'checked_in'].includes(booking.status)) return null;
  const days = daysOfStay(booking, state);
  const isHere = booking.status === 'checked_in';
  const isWhole = days.from === from && days.until === until;
  const openFrom = Math.max(from, Math.min(state.today, until - 1));
  if (until <= state.today) return { openFrom, grips: ['end'], otherRooms: false, withoutUnit: false };
  const grips: DragGrip[] = ['move', 'split'];
  if (days.from === from && !isHere) grips.push('start');
  if (days.until === until) grips.push('end');
  return {
    // A part of a stay keeps its first night.
    openFrom: isWhole && !isHere ? openFrom : Math.max(openFrom, Math.min(from + 1, until - 1)),
    grips,
    otherRooms: isWhole,
    withoutUnit: !isHere && isWhole,
  };
}

function closureLabel({ kind, label }: ChartBar): string {
  const { closed, lastResort } = messages().calendar;
  const name = kind === 'out_of_service' ? lastResort : closed;
  return label === '' ? name : `${name} · ${label}`;
}

function owes({ kind, balance }: ChartBar): boolean {
  return kind === 'leaves' && balance > 0;
}

function iconOf(span: ChartBar, { today }: ReplicaState) {
  const arrivesNow = span.kind === 'unassigned' && span.from <= today;
  const name = owes(span) ? 'card' : arrivesNow ? 'in' : ICONS[span.kind];
  return name ? <Icon name={name} small /> : null;
}

/** What needs doing, in words. */
function hintOf(span: ChartBar, state: ReplicaState): string {
  const { kinds } = messages().calendar;
  if (span.kind === 'hold') {
    const until = state.bookings.get(span.orderId!)?.held_until;
    return kinds.hold(until ? formatTime(until, state.property.timezone) : '');
  }
  if (owes(span)) return kinds.owes(formatMoney(span.balance, state.property.currency));
  return kinds[span.kind];
}

function rateAt(state: ReplicaState, roomId: number, day: number): TapeRate | null {
  const nights = state.nights.get(roomId);
  const at = day - state.from;
  const [price, available] = [nights?.price[at], nights?.available[at]];
  if (!nights || price === undefined || available === undefined) return null;
  const texts = messages().calendar.rate;
  const minStay = nights.min_stay[at] ?? 1;
  const isClosed = nights.stop_sell?.[at] ?? false;
  const noArrival = nights.closed_to_arrival?.[at] ?? false;
  const count = formatCount(available);
  const rest = `${count}${minStay > 1 ? ` · ${minStay}n` : ''}${noArrival ? ' ⇥' : ''}`;
  const rules = [
    isClosed && texts.closed,
    minStay > 1 && texts.minStay(minStay),
    noArrival && texts.noArrival,
  ].filter((rule) => rule !== false);
  const money = formatMoney(price, state.property.currency);
  const name = [formatDay(day, 'long'), money, messages().calendar.free(available), ...rules].join(', ');
  const isSame = at > 0 && nights.price[at - 1] === price;
  return {
    price: formatShortPrice(price, state.property.currency),
    rest: isClosed ? texts.closed : rest,
    look: isClosed ? 'closed' : available < 0 ? 'over' : isSame ? 'same' : 'changed',
    name,
  };
}

type RowHead = ReturnType<TapeData['headOf']>;

function headOf(row: ChartRow<TapeBar>, state: ReplicaState): RowHead {
  if (row.kind === 'room') return headOfRoom(row);
  if (row.kind === 'unit') return headOfUnit(row, state);
  const { name, rest: whole, restShort } = messages().calendar.rate;
  const rest = isPhone.value ? restShort : whole;
  const label = `${row.name}: ${name}, ${whole}`;
  const symbol = formatMoney(0, state.property.currency).replace(/[\d\s.,]/g, '');
  return { name: `${name}\n${rest}`, label, state: { text: symbol, icon: null, look: '' } };
}

function headOfRoom({ name, units, lines }: ChartRow<TapeBar>): RowHead {
  const texts = messages().calendar;
  const bars = lines.flat();
  const unassigned = bars.filter(({ look }) => look === 'unassigned').length;
  const clash = headOfClashes(name, bars);
  if (clash) return clash;
  if (unassigned > 0) {
    const text = texts.unassigned(unassigned);
    return { name, label: `${name}: ${text}`, state: { text, icon: null, look: 'warn' } };
  }
  const state = units > 0 ? { text: String(units), icon: null, look: '' as const } : null;
  return { name, label: units > 0 ? `${name}: ${texts.units(units)}` : name, state };
}

/** Returns the head of a row in which stays have no place; null = none is so. */
function headOfClashes(name: string, bars: readonly TapeBar[]): RowHead | null {
  const clashes = bars.filter(({ look }) => look === 'clash').length;
  if (clashes === 0) return null;
  return {
    name,
    label: `${name}: ${messages().calendar.tooMany(clashes)}`,
    state: { text: String(clashes), icon: <Icon name="clash" small />, look: 'alert' },
  };
}

function headOfUnit(row: ChartRow<TapeBar>, state: ReplicaState): RowHead {
  const { unitId, lines, onlyOf } = row;
  const texts = messages().calendar;
  const name = onlyOf === null ? row.name : placeName(row.name, onlyOf);
  const clash = headOfClashes(name, lines.flat());
  if (clash) return clash;
  const unit = state.units.get(unitId!);
  const step = unit ? stepOf(unit, state) : null;
  if (step === null) return { name, label: name, state: null };
  const icon = <Icon name={step === 'clean' ? 'broom' : 'check'} small />;
  const label = `${name}: ${step === 'clean' ? texts.toClean : texts.toInspect}`;
  return { name, label, state: { text: '', icon, look: '' } };
}
