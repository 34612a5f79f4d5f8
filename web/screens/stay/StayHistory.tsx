// What happened to a stay, the newest first, and who did it.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { dayOfMoment } from '../../days.ts';
import { api, shown } from '../../desk/property.ts';
import { readOnEvents } from '../../desk/read-on-events.ts';
import { read } from '../../desk/server.ts';
import { formatDay, formatMoney, formatTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { channelName } from '../../parts/Mark.tsx';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { outsiderName } from '../../stay/actor.ts';
import { bookingChangesOf } from '../../stay/said-changes.ts';
import { Section } from './Section.tsx';

type StayHistoryProps = { booking: DeskBooking; state: ReplicaState };

export function StayHistory({ booking, state }: StayHistoryProps) {
  const { history } = messages().stay;
  const { timezone } = state.property;
  const events = useEvents(booking.order_id);
  const lines = events.flatMap((event) => {
    const text = textOf(event, booking, state);
    return text === null ? [] : [{ key: event.seq, at: event.at, text, by: actorOf(event) }];
  });
  const isWhole = events.at(-1)?.kind === 'booking.created' || events.at(-1)?.kind === 'booking.held';
  const when = (at: string) => {
    const day = dayOfMoment(at, timezone);
    return day === state.today ? formatTime(at, timezone) : formatDay(day);
  };
  return (
    <Section title={history.title}>
      <ol class="history">
        {lines.map(({ key, at, text, by }) => (
          <Line key={key} when={when(at)}>
            {text}
            {by && <span class="ink3"> · {by}</span>}
          </Line>
        ))}
        {!isWhole && (
          <Line when={when(booking.created_at)}>{history.booked(channelName(booking.channel))}</Line>
        )}
      </ol>
    </Section>
  );
}

function Line({ when, children }: { when: string; children: ComponentChildren }) {
  return (
    <li>
      <time class="t12 ink3">{when}</time>
      <span>{children}</span>
    </li>
  );
}

/** More than any stay has. */
const MAX_EVENTS = 500;
const KINDS = 'booking.*,accounting.posted';

/** Returns the events of a booking, the newest first. */
function useEvents(orderId: number): readonly DeskEvent[] {
  const events = useSignal<readonly DeskEvent[]>([]);
  const isOwn = ({ data }: DeskEvent) => data['order_id'] === orderId;
  useEffect(() => {
    const replica = shown.value?.replica;
    if (!replica) return;
    const add = (some: readonly DeskEvent[]) => {
      const known = new Set(events.value.map(({ seq }) => seq));
      const added = some.filter((event) => isOwn(event) && !known.has(event.seq));
      if (added.length > 0) events.value = [...added, ...events.value].toSorted((a, b) => b.seq - a.seq);
    };
    const query = { order: 'newest', order_id: orderId, kinds: KINDS, limit: MAX_EVENTS };
    const endEvents = replica.onEvents((some) => some && add(some));
    // Each event is in the history without a read.
    const { end } = readOnEvents(
      async (aborted) => add(await read<DeskEvent[]>(api('events'), query, aborted)),
      () => false,
    );
    return () => {
      endEvents();
      end();
    };
  }, [orderId, shown.value]);
  return events.value;
}

/** Returns who did it, as people know it; null = nobody says. */
function actorOf({ by }: DeskEvent): string | null {
  if (!by || by.kind === 'innwire') return null;
  return outsiderName(by, '') ?? by.name ?? null;
}

/** Returns what an entry of the ledger says; null = it follows from the price of the stay. */
function entryText(
  { type, description, reverses_id: reverses }: DeskEvent['data'],
  sum: string,
): string | null {
  const { history } = messages().stay;
  const what = {
    payment: history.paid(sum),
    refund: history.refunded(sum),
    charge: history.charged(String(description), sum),
  }[String(type)];
  if (what === undefined) return null;
  return reverses == null ? what : history.reversed(what);
}

/** Returns what an event says; null = nothing that people look for. */
function textOf({ kind, data }: DeskEvent, booking: DeskBooking, state: ReplicaState): string | null {
  const { history } = messages().stay;
  const sum = () => formatMoney(Math.abs(Number(data['amount'])), booking.currency);
  switch (kind) {
    case 'booking.created':
      return history.booked(channelName(booking.channel));
    case 'booking.modified':
      return bookingChangesOf(data, state, messages().stay) || null;
    case 'accounting.posted':
      return entryText(data, sum());
    default:
      return history.kinds[kind as keyof typeof history.kinds] ?? null;
  }
}
