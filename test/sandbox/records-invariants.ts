// Invariants of the sample's money, tasks, messages, reviews and logs at any hour.
import { nightsBetween } from '../../src/model/night.ts';
import { HOTEL_UNITS } from '../../src/sandbox/house.ts';
import type { SampleSnapshot } from '../../src/sandbox/snapshot.ts';
import {
  byId,
  checkoutOf,
  earnings,
  groupBy,
  type Invariants,
  isAfter,
  repeated,
  sum,
  sumOf,
  today,
  unlessWithin,
} from './snapshot-helpers.ts';

export const RECORDS: Invariants = {
  'nothing has happened after the hour, and nothing changed before it was made'(snapshot, hour) {
    const moments = [
      ...[...snapshot.reservations, ...snapshot.tasks].flatMap((one) => [one.createdAt, one.updatedAt]),
      ...[...snapshot.entries, ...snapshot.messages, ...snapshot.reviews, ...snapshot.activity].map(
        (one) => one.createdAt,
      ),
      ...[...snapshot.messages, ...snapshot.reviews].flatMap((one) => one.repliedAt ?? []),
      ...snapshot.events.map((event) => event.at),
    ];
    return [
      ...moments.filter((moment) => isAfter(moment, hour)),
      ...snapshot.held.filter(({ releasedAt }) => releasedAt && isAfter(releasedAt, hour)),
      ...[...snapshot.reservations, ...snapshot.tasks].filter((one) => isAfter(one.createdAt, one.updatedAt)),
      ...[...snapshot.messages, ...snapshot.reviews].filter(
        (one) => one.repliedAt && isAfter(one.createdAt, one.repliedAt),
      ),
    ];
  },

  'ids are unique, of a realistic size, and rise with the time of booking'(snapshot) {
    const numbers = idsOf(snapshot);
    const booked = snapshot.reservations.toSorted((a, b) =>
      Temporal.Instant.compare(a.createdAt, b.createdAt),
    );
    return [
      ...numbers.flatMap((ids) => repeated(ids)),
      ...numbers.flat().filter((id) => !Number.isSafeInteger(id) || id < 10_000 || id >= 100_000_000),
      ...booked.filter((one, i) => i > 0 && one.reservationId <= booked[i - 1]!.reservationId),
    ];
  },

  'each stay has one turnover task, with the status that fits the stay'(snapshot, hour) {
    const turnovers = groupBy(
      snapshot.tasks.filter((task) => task.reservationId !== null),
      (task) => task.reservationId,
    );
    const earned = earnings(snapshot);
    return confirmed(snapshot).filter((stay) => {
      const [task, ...more] = turnovers.get(stay.reservationId) ?? [];
      if (!task || more.length > 0 || task.roomId !== stay.roomId) return true;
      const slept = stay.status !== 'no_show' && earned.get(stay.reservationId)! > 0;
      if (slept && !task.due.equals(stay.checkout)) return true;
      if (!slept) return task.status !== 'cancelled';
      if (isAfter(checkoutOf(stay), hour)) return task.status !== 'pending';
      if (task.assignee === null) return true;
      // In the guesthouse on the next morning, if nobody comes before.
      const hours = HOTEL_ROOMS.has(stay.roomId) ? 24 : 4;
      return isAfter(hour, checkoutOf(stay).add({ hours })) && task.status !== 'done';
    });
  },

  'whoever cleans has reported what is broken in a unit, which waits for its repair'(snapshot) {
    const reported = snapshot.tasks.filter(
      ({ reservationId, unitId }) => reservationId === null && unitId !== null,
    );
    const open = reported.filter(({ status }) => status !== 'done');
    return [
      ...unlessWithin('reported', reported.length, [70, 90]),
      ...unlessWithin('open', open.length, [1, 2]),
    ];
  },

  'income and reversals of a stay leave what it earned'(snapshot) {
    const entries = groupBy(snapshot.entries, ({ reservationId }) => reservationId);
    const earned = earnings(snapshot);
    return confirmed(snapshot).filter((stay) => {
      const all = entries.get(stay.reservationId)!;
      const its = all.filter(({ code }) => code === 'accommodation');
      const types = its.map(({ type }) => type).filter((type) => type === 'income' || type === 'reversal');
      const wanted = stay.status === 'cancelled' ? 'income reversal' : 'income';
      if (types.join(' ') !== wanted || all.some((entry) => !isOfRoom(entry, stay))) return true;
      return sumOf(its, 'income', 'reversal') !== earned.get(stay.reservationId);
    });
  },

  'guests have paid what they slept, and got back what they did not'(snapshot, hour) {
    const entries = groupBy(snapshot.entries, ({ reservationId }) => reservationId);
    const earned = earnings(snapshot);
    const fourDaysAgo = hour.subtract({ hours: 4 * 24 });
    return confirmed(snapshot)
      .filter((stay) => stay.status !== 'confirmed' && isAfter(fourDaysAgo, stay.updatedAt))
      .filter((stay) => stay.status !== 'checked_in')
      .filter((stay) => stay.status !== 'no_show' || isAfter(fourDaysAgo, checkoutOf(stay)))
      .filter((stay) => {
        const its = entries.get(stay.reservationId)!;
        const forNights = its.filter(({ description }) => !/^(City tax|Goodwill)/.test(description));
        return sumOf(forNights, 'payment', 'refund') !== earned.get(stay.reservationId);
      });
  },

  'guests who left owe nothing, and guests to come have not paid too much'(snapshot, hour) {
    const fourDaysAgo = hour.subtract({ hours: 4 * 24 });
    return snapshot.reservations.filter((stay) => {
      const balance = stay.totalMinor - stay.paidMinor;
      const isOpen = stay.status === 'confirmed' || stay.status === 'checked_in';
      if (isOpen || isAfter(stay.updatedAt, fourDaysAgo)) return stay.status === 'confirmed' && balance < 0;
      return balance !== 0;
    });
  },

  'a group has three rooms of one guest, and has paid a deposit for all of them by one transfer'(snapshot) {
    const members = groupBy(snapshot.reservations, ({ groupId }) => groupId);
    const ids = groupBy(snapshot.entries, ({ reservationId }) => reservationId);
    return snapshot.groups.filter(({ groupId, createdAt }) => {
      const stays = members.get(groupId) ?? [];
      if (stays.length !== 3 || stays.some((stay) => stay.guestId !== groupId)) return true;
      const deposits = stays.flatMap(({ reservationId }) =>
        ids.get(reservationId)!.filter(({ roomId, type }) => roomId === null && type === 'payment'),
      );
      const paid = deposits.length === 3 && new Set(deposits.map((one) => String(one.createdAt))).size === 1;
      const price = sum(stays.map(({ priceMinor }) => priceMinor));
      if (paid) return sumOf(deposits, 'payment') !== price * 0.3;
      return deposits.length > 0 || !stays.every((stay) => stay.updatedAt.since(createdAt).hours < 24);
    });
  },

  'an agent waits for an answer: it proposes a booking of nights that are free'(snapshot, hour) {
    const open = snapshot.proposals.filter(({ expiresAt }) => isAfter(expiresAt, hour));
    const free = new Map(
      snapshot.nights.map(({ roomId, night, available }) => [`${roomId} ${snapshot.date(night)}`, available]),
    );
    return [
      ...unlessWithin('open proposals', open.length, [1, 1]),
      ...open.filter(({ roomId, firstNight, lastNight }) =>
        nightsBetween(firstNight!, lastNight!.add({ days: 1 })).some(
          (date) => free.get(`${roomId} ${date}`)! < 1,
        ),
      ),
    ];
  },

  'payments say how they were made; what a channel pays is no payment of the guest'(snapshot) {
    const stays = byId(snapshot.reservations, 'reservationId');
    return snapshot.entries
      .filter(({ type }) => type === 'payment' || type === 'refund')
      .filter(({ method, collectedBy, reference, reservationId }) => {
        const isOfChannel = method === 'channel' || method === 'virtual_card';
        const stay = stays.get(reservationId!)!;
        if (isOfChannel) return collectedBy !== 'channel' || reference !== stay.channelReference;
        return method === null || collectedBy !== 'property';
      });
  },

  'ledger entries have the sign of their type, and the date at the property': (snapshot) =>
    snapshot.entries.filter(({ type, code, amountMinor, currency, description, date, createdAt }) => {
      const charged = type === 'charge' && code !== 'goodwill';
      const incoming = type === 'income' || type === 'payment' || charged;
      if (!incoming && !['reversal', 'refund', 'expense', 'charge'].includes(type)) return true;
      if (amountMinor === 0 || amountMinor > 0 !== incoming || currency !== 'EUR') return true;
      return !date.equals(today(createdAt)) || /null|undefined|NaN/.test(description);
    }),

  'messages lie between booking and end of the stay, and replies are sent'(snapshot) {
    const stays = byId(snapshot.reservations, 'reservationId');
    return snapshot.messages.filter((message) => {
      const stay = stays.get(message.reservationId!)!;
      const over =
        stay.status === 'cancelled' || stay.status === 'no_show' ? stay.updatedAt : checkoutOf(stay);
      if (!isAfter(message.createdAt, stay.createdAt) || message.channel !== stay.channel) return true;
      if (isAfter(message.repliedAt ?? message.createdAt, over)) return true;
      const replied = message.reply !== null;
      if (replied !== (message.repliedAt !== null) || message.delivery !== (replied ? 'sent' : null))
        return true;
      return (
        (!replied && message.guestText === null) || UNFILLED.test(`${message.guestText} ${message.reply}`)
      );
    });
  },

  'some guests of the last days wait for an answer'(snapshot, hour) {
    const waiting = snapshot.messages.filter(({ needsReply }) => needsReply);
    const recent = waiting.filter(({ createdAt }) => isAfter(createdAt, hour.subtract({ hours: 8 * 24 })));
    return [
      ...unlessWithin(
        'OTAs',
        new Set(waiting.map(({ channel }) => channel).filter((one) => one !== 'direct')).size,
        [1, 4],
      ),
      ...unlessWithin('recent', recent.length, [2, 20]),
      ...unlessWithin('waiting', waiting.length, [2, 12]),
      ...waiting.filter(({ createdAt }) => isAfter(hour.subtract({ hours: 4 * 24 }), createdAt)),
    ];
  },

  'reviews come after a stay, from its channel and room, and their scores fit their texts'(snapshot) {
    const stays = byId(snapshot.reservations, 'reservationId');
    const wrong = snapshot.reviews.filter((review) => {
      const stay = stays.get(review.reservationId!)!;
      if (stay.status !== 'checked_out' || stay.channel !== review.channel || stay.roomId !== review.roomId)
        return true;
      if (!isAfter(review.createdAt, checkoutOf(stay)) || !stay.guestName.startsWith(review.guestName))
        return true;
      const scores = [review.score, ...Object.values(review.scores)];
      if (scores.some((score) => score < 2 || score > 10 || Number(score.toFixed(1)) !== score)) return true;
      if (review.score < 7 && review.negative === null && review.positive === null) return true;
      return UNFILLED.test(`${review.title} ${review.positive} ${review.negative} ${review.reply}`);
    });
    const mean = sum(snapshot.reviews.map(({ score }) => score)) / snapshot.reviews.length;
    return [
      ...wrong,
      ...unlessWithin('mean', mean, [8.2, 9.7]),
      ...unlessWithin('reviews', snapshot.reviews.length, [250, 800]),
    ];
  },

  'the log is numbered without a gap, and the last event of each object equals the object'(snapshot) {
    // What is paid later has events of its own.
    const unsummed = ({ totalMinor: _, paidMinor: __, ...object }: Record<string, unknown>) => object;
    const objects: Record<string, Map<number, object>> = {
      booking: byId(snapshot.reservations, 'reservationId'),
      accounting: byId(
        snapshot.entries.map(({ postedBy: _, ...entry }) => entry),
        'entryId',
      ),
      task: byId(
        snapshot.tasks.map(({ createdAt: _, ...task }) => task),
        'taskId',
      ),
      message: byId(snapshot.messages, 'messageId'),
      unit: byId(snapshot.units, 'unitId'),
      closure: byId(snapshot.closures, 'closureId'),
      review: byId(
        snapshot.reviews.map(({ repliedAt: _, ...review }) => review),
        'reviewId',
      ),
    };
    const last = new Map(snapshot.events.map((event) => [event.subject, event.data]));
    const wrong = [...last].filter(([subject, event]) => {
      const { changed: _changed, before: _before, omitted = [], ...data } = event;
      const named = (object: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(object).filter(([member]) => !(omitted as string[]).includes(member)),
        );
      const [kind, id] = subject.split('/');
      // An event of a proposal does not say what it is about.
      if (kind === 'room' || kind === 'proposal') return false;
      const object = objects[kind!]!.get(Number(id)) ?? {};
      return JSON.stringify(unsummed(data)) !== JSON.stringify(unsummed(named({ ...object })));
    });
    const unordered = snapshot.events.filter(
      ({ seq, at }, i) => seq !== i + 1 || (i > 0 && isAfter(snapshot.events[i - 1]!.at, at)),
    );
    return [...wrong, ...unordered, ...unlessWithin('events', snapshot.events.length, [2_000, 28_000])];
  },

  'two days of calls and synchronisations end at the hour, some of which failed'(snapshot, hour) {
    const { activity } = snapshot;
    const labels = new Set(activity.flatMap((entry) => (entry.kind === 'api' ? entry.tokenLabel : [])));
    const exchanges = activity.filter((entry) => entry.kind === 'sync');
    return [
      ...activity.filter(({ entryId }, i) => i > 0 && entryId <= activity[i - 1]!.entryId),
      ...activity.filter(({ createdAt }) => isAfter(hour.subtract({ hours: 48 }), createdAt)),
      ...exchanges.filter(({ outcome, error }) => (outcome === 'ok') !== (error === null)),
      ...unlessWithin(
        'in the last hour',
        activity.filter((one) => isAfter(one.createdAt, hour.subtract({ hours: 1 }))).length,
        [5, 120],
      ),
      ...unlessWithin('failures', exchanges.filter(({ outcome }) => outcome !== 'ok').length, [1, 6]),
      ...unlessWithin('labels', labels.size, [3, 3]),
    ];
  },
};

const HOTEL_ROOMS = new Set(HOTEL_UNITS.map(({ roomId }) => roomId));

/** Returns the bookings without options, which charge nothing and plan no cleaning. */
function confirmed({ reservations }: SampleSnapshot) {
  return reservations.filter(({ heldUntil }) => heldUntil === null);
}

/** A part of a payment for a whole group is of no room. */
function isOfRoom(
  { roomId }: { roomId: number | null },
  stay: { roomId: number; groupId: number | null },
): boolean {
  return roomId === stay.roomId || (roomId === null && stay.groupId !== null);
}

const UNFILLED = /[{}|]|undefined/;

function idsOf(snapshot: SampleSnapshot): number[][] {
  return [
    snapshot.reservations.map((one) => one.reservationId),
    snapshot.entries.map((one) => one.entryId),
    snapshot.tasks.map((one) => one.taskId),
    snapshot.messages.map((one) => one.messageId),
    snapshot.reviews.map((one) => one.reviewId),
    snapshot.proposals.map((one) => one.proposalId),
    snapshot.activity.map((one) => one.entryId),
  ];
}
