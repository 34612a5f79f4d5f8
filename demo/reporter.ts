// Prints events of the demo: innwire's events, sales at OTAs, and the latency of each push.
import type { OtaEvent } from '../simulator/ota.ts';
import type { OtaName } from '../simulator/otas.ts';
import { otaTitle } from '../simulator/otas.ts';
import type { DemoEnvironment } from './environment.ts';
import { type LogEntry, readLog } from './log-reader.ts';
import { type Follower, followChanges, type PushLatency, type TrackedChange } from './push-latency.ts';

export type Counts = {
  direct: number;
  sold: number;
  arrived: number;
  changed: number;
  cancelled: number;
  conflicts: number;
  messages: number;
  replies: number;
  reviews: number;
};

export type Reporter = {
  counts: Counts;
  follower: Follower;
  /** number of sales, changes and cancellations at OTAs that have not reached innwire */
  underWay(): number;
  summary(): string;
  stop(): Promise<void>;
};

/** Poll intervals of the OTAs that innwire polls; the others send or notify. */
const POLL_INTERVALS: Readonly<Record<string, string>> = { booking_com: '20 s', expedia: '60 s' };

/** Starts printing events, and replies to guests' messages. */
export function startReporter(environment: DemoEnvironment, print: (line: string) => void): Reporter {
  const counts: Counts = {
    direct: 0,
    sold: 0,
    arrived: 0,
    changed: 0,
    cancelled: 0,
    conflicts: 0,
    messages: 0,
    replies: 0,
    reviews: 0,
  };
  const soldAt = new Map<string, number>();
  /** references that arrived before their sale: Vrbo and Airbnb request a booking before they sell it */
  const requestedFirst = new Set<string>();
  const arrivals: number[] = [];
  const begun = Date.now();
  const line = (text: string) => print(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(6)}  ${text}`);
  const rooms = new Map(environment.property.rooms.map(({ id, name }) => [id, name]));
  const follower = followChanges(environment, (label, pushed, open) =>
    line(`        ${formatLatencies(label, pushed, open)}`),
  );
  const unwatch = environment.connected.map(({ ota }) =>
    ota.watch((event) => {
      if (event.kind === 'sold') {
        counts.sold += 1;
        if (requestedFirst.delete(event.reference!)) counts.arrived += 1;
        else soldAt.set(event.reference!, event.at);
      }
      const text = atOta(event);
      if (text) line(text);
    }),
  );
  const arrival = (reference: unknown, at: number): string => {
    const since = soldAt.get(String(reference));
    if (since === undefined) {
      if (typeof reference === 'string') requestedFirst.add(reference);
      return '';
    }
    soldAt.delete(String(reference));
    counts.arrived += 1;
    // An OTA that requests a booking first records its sale after innwire's response.
    const afterMs = Math.max(0, at - since);
    arrivals.push(afterMs);
    return ` – ${duration(afterMs)} after its sale`;
  };
  const onEntries = async (entries: LogEntry[]) => {
    const changes: TrackedChange[] = [];
    let unnamed = 0;
    for (const { kind, data, at } of entries) {
      if (kind === 'availability.changed') {
        const { roomId, from, until } = data as { roomId: number; from: string; until: string };
        changes.push({ label: CALENDAR, roomId, from, until, at });
      }
      const pushed = ours(kind, data, {
        counts,
        rooms,
        arrival: () => arrival(data['channelReference'], at),
      });
      if (pushed) line(pushed);
      if (kind.startsWith('booking.') && data['reservationId'] !== undefined) {
        // Events of changed nights precede the event of their booking.
        for (; unnamed < changes.length; unnamed += 1) changes[unnamed]!.label = `#${data['reservationId']}`;
      }
      if (kind === 'message.received')
        void answerGuest(environment, data).catch((error) => console.error(error));
    }
    await follower.follow(withoutRepetition(changes));
  };
  const stopReading = readLog(environment.db, environment.property.hotelId, {
    after: environment.lastSeq,
    onEntry: onEntries,
  });
  return {
    counts,
    follower,
    underWay: () => environment.connected.reduce((sum, { ota, hotel }) => sum + ota.outstanding(hotel.id), 0),
    summary: () => summaryOf(counts, { delays: follower.delays, arrivals, waiting: follower.waiting() }),
    stop: async () => {
      follower.stop();
      for (const one of unwatch) one();
      await stopReading();
    },
  };
}

/**
 * Removes changes whose nights are part of another change: a booking at an OTA also makes innwire count its
 * nights again, which is an event of its own.
 */
function withoutRepetition(changes: readonly TrackedChange[]): TrackedChange[] {
  const within = (inner: TrackedChange, outer: TrackedChange) =>
    inner.roomId === outer.roomId && inner.from >= outer.from && inner.until <= outer.until;
  return changes.filter(
    (change, i) =>
      !changes.some(
        (other, j) =>
          j !== i &&
          within(change, other) &&
          (j < i || !within(other, change)) &&
          (change.label === CALENDAR || change.label === other.label),
      ),
  );
}

/** Label of changed nights without a booking. */
const CALENDAR = 'calendar';

/** Replies to a guest's message. */
async function answerGuest(
  environment: DemoEnvironment,
  { reservationId }: Record<string, unknown>,
): Promise<void> {
  const body = { rid: reservationId, reply: 'Yes, with pleasure. See you soon!' };
  await environment.api('POST', 'messages', { body });
}

function atOta({ ota, kind, reference, text }: OtaEvent): string | null {
  const at = otaTitle(ota);
  const interval = POLL_INTERVALS[ota];
  switch (kind) {
    case 'sold':
      return `${at} sold ${reference}${interval ? ` (polled every ${interval})` : ''}`;
    case 'modified':
      return `${at} changed ${reference}`;
    case 'cancelled':
      return `${at} cancelled ${reference}`;
    case 'reply':
      return `        reply arrived at ${at}: ${text}`;
    default:
      return null;
  }
}

type ReportContext = { counts: Counts; rooms: Map<number, string>; arrival(): string };

function ours(
  kind: LogEntry['kind'],
  data: Record<string, unknown>,
  { counts, rooms, arrival }: ReportContext,
): string | null {
  const channel = data['channel'] === 'direct' ? 'direct' : otaTitle(String(data['channel']));
  const booking = () =>
    `#${data['reservationId']} ${rooms.get(data['roomId'] as number) ?? 'a room of its own'} ${data['checkin']} to ${data['checkout']}`;
  switch (kind) {
    case 'booking.created':
      if (channel === 'direct') counts.direct += 1;
      return `BOOKED  ${booking()} by ${data['guestName']}, ${channel}${arrival()}`;
    case 'booking.modified':
      if (!(data['changed'] as string[]).some((name) => ['checkin', 'checkout', 'roomId'].includes(name)))
        return null;
      counts.changed += 1;
      return `CHANGED ${booking()}, ${channel}`;
    case 'booking.cancelled':
      counts.cancelled += 1;
      return `CANCEL  ${booking()}, ${channel}`;
    case 'booking.conflict':
      counts.conflicts += 1;
      return `CONFLICT ${booking()}, ${channel}: ${data['conflict']} – kept and flagged for people`;
    case 'message.received':
      counts.messages += 1;
      return `GUEST   of #${data['reservationId']} writes, ${channel}: ${data['guestText']}`;
    case 'message.sent':
      counts.replies += 1;
      return null;
    case 'review.received':
      counts.reviews += 1;
      return `REVIEW  ${channel}`;
    default:
      return null;
  }
}

function formatLatencies(label: string, pushed: readonly PushLatency[], open: readonly OtaName[]): string {
  const parts = pushed.map(({ channel, afterMs }) => `${otaTitle(channel)} after ${duration(afterMs)}`);
  const rest = open.length > 0 ? `; not yet ${open.map((channel) => otaTitle(channel)).join(', ')}` : '';
  return `${label} pushed to ${parts.join(', ')}${rest}`;
}

type Measured = { delays: Map<OtaName, number[]>; arrivals: number[]; waiting: number };

function summaryOf(counts: Counts, { delays, arrivals, waiting }: Measured): string {
  const pushed = [...delays]
    .filter(([, all]) => all.length > 0)
    .map(([channel, all]) => `${otaTitle(channel)} ${spread(all)}`);
  return [
    `── ${counts.direct} direct bookings, ${counts.sold} sales of OTAs, ${counts.arrived} of them here${arrivals.length > 0 ? ` (${spread(arrivals)})` : ''}, ${counts.changed} changed, ${counts.cancelled} cancelled, ${counts.conflicts} conflicts, ${counts.messages} messages, ${counts.replies} replies`,
    `── push latency, median and slowest: ${pushed.join(', ') || 'none yet'}; pending: ${waiting}`,
  ].join('\n');
}

function spread(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b);
  return `${duration(sorted[Math.floor(sorted.length / 2)]!)} / ${duration(sorted.at(-1)!)}`;
}

function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
