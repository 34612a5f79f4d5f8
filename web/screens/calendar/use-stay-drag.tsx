// Dragging stays on the calendar: what a drop would mean stands in the dragged bar, first from the copy, then from the server's own
// trial of the change; a drop makes the change, with its way back.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { placeOfRow } from '../../chart/rows.ts';
import type { DragCard } from '../../chart/TapeOverlay.tsx';
import type { TapeBar } from '../../chart/tape.tsx';
import type { TapeDrag } from '../../chart/tape-edits.ts';
import { make, makeOrKeep } from '../../desk/changes.ts';
import { api } from '../../desk/property.ts';
import type { ChangeRequest } from '../../desk/server.ts';
import { type Trial, useTrials } from '../../desk/try-change.ts';
import { formatDay, formatDays, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Icon } from '../../parts/Icon.tsx';
import { ChannelMark, channelName } from '../../parts/Mark.tsx';
import { showToast } from '../../parts/Toast.tsx';
import { barsOf, type ChartBar } from '../../replica/bars.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { backToUnit, patchOf } from '../../stay/changes.ts';
import { type DropPlan, type DropRefusal, planDrop } from './drag-plan.ts';

/** What the server said of a drop. */
type DropTrial = Trial<{ price?: number }> | null;

/** What dragging does on the calendar. `connected`: channels that own the dates of what they sold. */
export function useStayDrag(state: ReplicaState, connected: ReadonlySet<string>) {
  const held = useSignal<TapeDrag | null>(null);
  const plan = held.value && planOf(state, held.value, connected);
  const [trial = null] = useTrials<{ price?: number }>(
    [plan && requestOf(plan)],
    plan?.booking.updated_at ?? '',
  );
  const latest = useRef(trial);
  latest.current = trial;
  return {
    card: plan && cardOf(state, plan, { trial, connected }),
    /** for screen readers */
    announcement: plan ? announcementOf(state, plan, { trial, connected }) : '',
    onDrag(drag: TapeDrag | null) {
      held.value = drag;
    },
    onDrop(drag: TapeDrag) {
      const dropped = planOf(state, drag, connected);
      const refusal = latest.current?.problem?.detail;
      if (!dropped) return;
      if (dropped.outcome === 'refused') showToast({ text: refusalText(dropped.refusal), refused: true });
      else if (refusal) showToast({ text: refusal, refused: true });
      else drop(state, dropped);
    },
  };
}

/** Gives a stay the best free unit. */
export function assignBest(booking: DeskBooking): void {
  const { name } = booking;
  const back = backToUnit(booking);
  void makeOrKeep<DeskBooking>({
    done: messages().calendar.drag.assigned(name),
    request: patchOf(booking, { unit_id: 'auto' }),
    undo: () => back && patchOf(booking, back),
  });
}

function planOf(state: ReplicaState, drag: TapeDrag, connected: ReadonlySet<string>): DropPlan | null {
  const bar = barOf(state, drag.bar);
  if (!bar?.orderId || !state.bookings.has(bar.orderId)) return null;
  return planDrop(state, { drag: drag.stay, bar, rowAt: placeOfRow, connected });
}

/** Returns the bar of the copy that the chart has painted. */
export function barOf(state: ReplicaState, { id }: TapeBar): ChartBar | undefined {
  return barsOf(state).find((bar) => bar.id === id);
}

function requestOf(plan: DropPlan): ChangeRequest | null {
  const { booking, row } = plan;
  if (plan.outcome === 'change') return patchOf(booking, plan.body);
  if (plan.outcome !== 'swap') return null;
  return swap(booking.order_id, row.unitId!, { orderId: plan.other.orderId!, unitId: plan.before.unitId! });
}

function swap(orderId: number, unitId: number, other: { orderId: number; unitId: number }): ChangeRequest {
  const moves = [
    { order_id: orderId, unit_id: unitId },
    { order_id: other.orderId, unit_id: other.unitId },
  ];
  return { method: 'POST', path: api('assignments'), body: { moves } };
}

function drop(state: ReplicaState, plan: DropPlan): void {
  const texts = messages().calendar.drag;
  const { booking, row, before, span } = plan;
  const request = requestOf(plan);
  if (!request) return;
  if (plan.outcome === 'swap') {
    const back = swap(booking.order_id, before.unitId!, {
      orderId: plan.other.orderId!,
      unitId: row.unitId!,
    });
    void make({ done: texts.swapped(booking.name, plan.other.label), request, undo: () => back });
  } else if (plan.outcome === 'change') {
    const { undo } = plan;
    const isMoved = row.unitId !== before.unitId || row.roomId !== before.roomId;
    const done = isMoved ? movedText(state, plan) : texts.dated(booking.name, daysOf(span));
    void makeOrKeep<DeskBooking>({
      done,
      request,
      undo: ({ data }) => {
        const { price, ...rest } = undo;
        const isPriced = price !== undefined && price !== data.price;
        return patchOf(booking, isPriced ? undo : rest);
      },
    });
  }
}

/** Says where the guest of a moved stay is now, or when one who is not here yet comes there. */
function movedText(state: ReplicaState, plan: DropPlan): string {
  const texts = messages().calendar.drag;
  const { booking, row, span } = plan;
  const room = rowName(state, row);
  if (booking.status !== 'checked_in') return texts.movesTo(booking.name, room, formatDay(span.from));
  return [texts.moved(booking.name, room), newDaysOf(plan)].filter(Boolean).join(', ');
}

type Known = { trial: DropTrial; connected: ReadonlySet<string> };

function cardOf(state: ReplicaState, plan: DropPlan, known: Known): DragCard {
  const refusal = refusalOf(plan, known);
  return {
    look: refusal === null ? '' : 'alert',
    title: (
      <>
        <ChannelMark channel={plan.booking.channel} />
        <b class="grow cut">{plan.booking.name}</b>
        <span class="nowrap">{wayOf(state, plan)}</span>
      </>
    ),
    text:
      refusal === null ? (
        [newDaysOf(plan) ?? [], outlookOf(state, plan, known)].flat().map((part, place) => (
          <span key={place} class={place === 0 ? 'm' : ''}>
            {place > 0 && ' · '}
            {part}
          </span>
        ))
      ) : (
        <>
          <Icon name="ban" small /> {refusal}
        </>
      ),
  };
}

function announcementOf(state: ReplicaState, plan: DropPlan, known: Known): string {
  const { booking, span } = plan;
  const refusal = refusalOf(plan, known);
  const outlook = refusal === null ? outlookOf(state, plan, known) : [refusal];
  return [booking.name, wayOf(state, plan), daysOf(span), ...outlook].join(', ');
}

function daysOf({ from, until }: DropPlan['span']): string {
  return messages().calendar.span(formatDay(from), formatDay(until));
}

/** Returns the days that the bar would have, if they are others than now: a hand that drifts moves it in time too. */
function newDaysOf({ before, span }: DropPlan): string | null {
  return before.from === span.from && before.until === span.until ? null : daysOf(span);
}

/** Where from and where to, and how long: `104 → 204 · 7 nights`. */
function wayOf(state: ReplicaState, { row, before, span }: DropPlan): string {
  const [from, to] = [rowName(state, before), rowName(state, row)];
  const nights = messages().calendar.nights(span.until - span.from);
  return from === to ? `${to} · ${nights}` : `${from} → ${to} · ${nights}`;
}

function rowName({ units, rooms }: ReplicaState, { roomId, unitId }: DropPlan['row']): string {
  const unit = unitId === null ? undefined : units.get(unitId);
  return unit?.name ?? rooms.get(roomId)?.name ?? '';
}

/** What becomes of price and channels. */
function outlookOf(state: ReplicaState, plan: DropPlan, { trial, connected }: Known): string[] {
  const texts = messages().calendar.drag;
  if (plan.outcome === 'same') return [texts.same];
  if (plan.outcome === 'swap') return [texts.swaps(plan.other.label), texts.noChannel];
  if (plan.outcome !== 'change') return [];
  const { priceChange, changesCounts, booking } = plan;
  const price = trial?.record?.price;
  const delta = price === undefined ? priceChange : price - booking.price;
  const names = [...connected].map(channelName);
  const channels = changesCounts && names.length > 0 ? texts.channels(names) : texts.noChannel;
  return [delta === null ? texts.counting : priceText(delta, state.property.currency), channels];
}

function priceText(delta: number, currency: string): string {
  if (delta === 0) return messages().calendar.drag.samePrice;
  return `${delta > 0 ? '+' : '−'}${formatMoney(Math.abs(delta), currency)}`;
}

function refusalOf(plan: DropPlan, { trial }: Known): string | null {
  if (plan.outcome === 'refused') return refusalText(plan.refusal);
  return trial?.problem?.detail ?? null;
}

function refusalText(refusal: DropRefusal): string {
  const texts = messages().calendar.refusals;
  switch (refusal.code) {
    case 'past':
      return texts.past;
    case 'guest_in_house':
      return texts.guestInHouse;
    case 'channel_dates':
      return texts.channelDates(channelName(refusal.channel), formatDays(refusal.from, refusal.until));
    case 'taken':
      return texts.taken(refusal.by, formatDay(refusal.from), formatDay(refusal.until));
    case 'closed':
      return texts.closed(formatDay(refusal.from), formatDay(refusal.until - 1));
    case 'min_stay':
      return texts.minStay(refusal.nights);
    case 'sold_out':
      return texts.soldOut(formatDay(refusal.day));
    case 'stop_sell':
      return texts.stopSell(formatDay(refusal.day));
    case 'no_arrival':
      return texts.noArrival(formatDay(refusal.day));
    case 'no_departure':
      return texts.noDeparture(formatDay(refusal.day));
  }
}
