// Dragging stays on the calendar: what a drop would mean stands in the dragged bar, first from the copy, then from the server's own
// trial of the change; a drop makes the change, with its way back.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { placeOfRow } from '../../chart/rows.ts';
import type { DragCard } from '../../chart/TapeOverlay.tsx';
import type { TapeBar } from '../../chart/tape.tsx';
import type { TapeDrag } from '../../chart/tape-edits.ts';
import { make, makeOrKeep } from '../../desk/changes.ts';
import { api } from '../../desk/property.ts';
import { type ChangeRequest, newKey, ServerRefusal, send } from '../../desk/server.ts';
import { formatDay, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Icon } from '../../parts/Icon.tsx';
import { ChannelMark, channelName } from '../../parts/Mark.tsx';
import { showToast } from '../../parts/Toast.tsx';
import { barsOf, type ChartBar } from '../../replica/bars.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { patchOf } from '../../stay/changes.ts';
import { type DropPlan, type DropRefusal, planDrop } from './drag-plan.ts';

/** What the server said of a drop. `price`: of the booking after it. */
type Trial = { price: number | null; refusal: string | null };

/** A pause of the pointer this long is worth a question to the server. */
const PAUSE_MS = 60;

/** What dragging does on the calendar. `connected`: channels that own the dates of what they sold. */
export function useStayDrag(state: ReplicaState, connected: ReadonlySet<string>) {
  const held = useSignal<TapeDrag | null>(null);
  const trial = useSignal<Trial | null>(null);
  const plan = held.value && planOf(state, held.value, connected);
  const request = plan && requestOf(plan);
  const question = request && JSON.stringify(request);
  useEffect(() => {
    trial.value = null;
    if (!request) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const answer = await tryOut(request);
      if (!isOver) trial.value = answer;
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [question]);
  return {
    card: plan && cardOf(state, plan, { trial: trial.value, connected }),
    /** for screen readers */
    announcement: plan ? announcementOf(state, plan, { trial: trial.value, connected }) : '',
    onDrag(drag: TapeDrag | null) {
      held.value = drag;
    },
    onDrop(drag: TapeDrag) {
      const dropped = planOf(state, drag, connected);
      const refusal = trial.peek()?.refusal;
      if (!dropped) return;
      if (dropped.outcome === 'refused') showToast({ text: refusalText(dropped.refusal), refused: true });
      else if (refusal) showToast({ text: refusal, refused: true });
      else drop(state, dropped);
    },
  };
}

/** Gives a stay the best free unit. */
export function assignBest(booking: DeskBooking, unitId: number | null): void {
  const { name } = booking;
  void makeOrKeep<DeskBooking>({
    done: messages().calendar.drag.assigned(name),
    request: patchOf(booking, { unit_id: 'auto' }),
    undo: ({ etag }) => ({ ...patchOf(booking, { unit_id: unitId }), ifMatch: etag }),
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

/** Has the server do a change and take it back at once. */
async function tryOut(request: ChangeRequest): Promise<Trial | null> {
  try {
    const { data } = await send<{ price?: number }>(
      { ...request, path: `${request.path}&dry_run=true` },
      newKey(),
    );
    return { price: data.price ?? null, refusal: null };
  } catch (error) {
    return error instanceof ServerRefusal ? { price: null, refusal: error.problem.detail } : null;
  }
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
    const done = isMoved
      ? texts.moved(booking.name, rowName(state, row))
      : texts.dated(booking.name, messages().calendar.span(formatDay(span.from), formatDay(span.until)));
    void makeOrKeep<DeskBooking>({
      done,
      request,
      undo: ({ etag, data }) => {
        const { price, ...rest } = undo;
        const isPriced = price !== undefined && price !== data.price;
        return { ...patchOf(booking, isPriced ? undo : rest), ifMatch: etag };
      },
    });
  }
}

type Known = { trial: Trial | null; connected: ReadonlySet<string> };

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
        outlookOf(state, plan, known).map((part, place) => (
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
  const days = messages().calendar.span(formatDay(span.from), formatDay(span.until));
  const refusal = refusalOf(plan, known);
  const outlook = refusal === null ? outlookOf(state, plan, known) : [refusal];
  return [booking.name, wayOf(state, plan), days, ...outlook].join(', ');
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
  const delta = trial?.price == null ? priceChange : trial.price - booking.price;
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
  return trial?.refusal ?? null;
}

function refusalText(refusal: DropRefusal): string {
  const texts = messages().calendar.refusals;
  switch (refusal.code) {
    case 'past':
      return texts.past;
    case 'guest_in_house':
      return texts.guestInHouse;
    case 'channel_dates':
      return texts.channelDates(channelName(refusal.channel));
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
