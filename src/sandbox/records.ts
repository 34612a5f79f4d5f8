// The sample's records after some actions, and the log of these. Each action has the effect that the operation
// of pms has; test/sandbox/same-as-operations.test.ts compares both, row by row.
import type { NamedActor } from '../model/actor.ts';
import { NO_CHANNEL_DATES } from '../model/channel-dates.ts';
import { chargesOf, type StayNight, sumsAfter } from '../model/charge-lines.ts';
import type { UnitClosure } from '../model/closure.ts';
import { changesOf, type Event, type EventKind } from '../model/event.ts';
import type { Guest } from '../model/guest.ts';
import { addEntry, defaultCode, type LedgerEntry, NO_ENTRY_DETAILS, NO_SUMS } from '../model/ledger.ts';
import type { Message } from '../model/message.ts';
import { splitByWeight } from '../model/money.ts';
import { nightsBetween } from '../model/night.ts';
import { SANDBOX_ID } from '../model/property.ts';
import { type NewProposal, PROPOSAL_HOURS, type Proposal } from '../model/proposal.ts';
import { type Conflict, DIRECT, type Group, NO_CONFLICT, type Reservation } from '../model/reservation.ts';
import { NO_DETAILS } from '../model/stay-details.ts';
import { type Task, TURNOVER } from '../model/task.ts';
import { clipUnitNights, NO_UNIT, type RoomUnit, type UnitCondition } from '../model/unit.ts';
import { unitNightsOf } from '../model/unit-plan.ts';
import { guestOfBooking } from '../pms/guests/profiles.ts';
import { omitPersonal } from '../pms/log-persons.ts';
import { overlapOf } from '../pms/reservations/conflicts.ts';
import { type ChargeChange, entriesOf } from '../pms/reservations/post-charges.ts';
import type { Review } from '../pms/reviews.ts';
import type { Action, ActionOf, NewTask, Posting } from './actions.ts';
import { closureIdOf, idWithin, turnoverIdOf } from './actions.ts';
import type { Booking } from './bookings.ts';
import { type Day, instant, type Moment, type SampleDates } from './dates.ts';
import { FACTS, SAMPLE_PROPERTY, type SampleUnit, UNITS, workIn } from './house.ts';
import { sum } from './rates.ts';
import { BY_TRANSFER } from './stays.ts';

export type HeldNight = {
  reservationId: number;
  roomId: number;
  night: Day;
  priceMinor: number;
  takenAt: Temporal.Instant;
  releasedAt: Temporal.Instant | null;
};
type SampleTask = Task & { createdAt: Temporal.Instant };
type SampleReview = Review & { repliedAt: Temporal.Instant | null };

type NewState = Pick<Reservation, 'status' | 'heldUntil'> &
  Conflict &
  Partial<Pick<Reservation, 'unitNights' | 'unitPinned'>>;

type SampleProposal = NewProposal & Pick<Proposal, 'proposalId' | 'state' | 'createdAt' | 'expiresAt'>;

const NO_REPLY = {
  reply: null,
  repliedAt: null,
  delivery: null,
  deliveryError: null,
  deliveryErrorCause: null,
};

/** Returns a unit as it was made when the property opened. */
function newUnit({ unitId, roomId, unitName: name, units }: SampleUnit): RoomUnit {
  const position = units.findIndex((unit) => unit.unitId === unitId) + 1;
  const ids = { hotelId: SANDBOX_ID, unitId, roomId };
  const state = { condition: 'clean', conditionAt: SAMPLE_PROPERTY.openedAt, archived: false } as const;
  return { ...ids, name, floor: null, position, ...state };
}

export class SampleRecords {
  readonly units = new Map(UNITS.map((unit) => [unit.unitId, newUnit(unit)]));
  readonly closures: UnitClosure[] = [];
  readonly groups: Group[] = [];
  readonly reservations = new Map<number, Reservation>();
  readonly guests: Guest[] = [];
  readonly held = new Map<number, HeldNight[]>();
  readonly entries: LedgerEntry[] = [];
  readonly tasks = new Map<number, SampleTask>();
  readonly messages = new Map<number, Message[]>();
  readonly reviews = new Map<number, SampleReview>();
  readonly proposals: SampleProposal[] = [];
  readonly events: Event[] = [];
  private readonly dates: SampleDates;
  private readonly logFrom: Moment;
  /** number of ledger entries of each booking */
  private readonly posted = new Map<number, number>();
  private at: Moment = 0;
  private actor: NamedActor | null = null;

  /** @param logFrom actions before this moment are left out of the log */
  constructor(dates: SampleDates, logFrom: Moment) {
    this.dates = dates;
    this.logFrom = logFrom;
  }

  /** Applies an action by the method of its name. It must not be before those that were applied. */
  apply(action: Action): void {
    this.at = action.at;
    this.actor = actorOf(action);
    (this[action.kind] as (action: never) => void).call(this, action as never);
  }

  private book({ booking }: { booking: Booking }): void {
    const { reservationId, checkout } = booking;
    const { roomId } = booking.stay;
    const made = this.newReservation(booking, {
      status: 'confirmed',
      heldUntil: null,
      ...conflictOf(booking),
    });
    const lines = chargesOf(made, this.nightsOf(reservationId));
    const reservation = { ...made, ...sumsAfter(made, [], lines) };
    this.reservations.set(reservationId, reservation);
    this.record('booking.created', `booking/${reservationId}`, reservation);
    if (reservation.conflict) this.record('booking.conflict', `booking/${reservationId}`, reservation);
    this.postCharges(reservationId, { before: [], after: lines, reason: 'booking' });
    const taskId = turnoverIdOf(reservationId);
    const task = { taskId, roomId, name: TURNOVER, assignee: null, due: checkout };
    this.createTask({ task }, reservationId);
  }

  /** Somebody has an option on a unit. */
  private hold({ booking, until }: ActionOf<'hold'>): void {
    const units = { unitNights: unitNightsOfBooking(booking), unitPinned: true };
    const status = { status: 'held' as const, heldUntil: instant(until), ...NO_CONFLICT };
    const held = this.newReservation(booking, { ...status, ...units });
    this.reservations.set(held.reservationId, held);
    this.record('booking.held', `booking/${held.reservationId}`, held);
  }

  private expire({ booking }: ActionOf<'expire'>): void {
    const { reservationId, checkin } = booking;
    this.release(booking, checkin);
    const held = this.reservations.get(reservationId)!;
    const ended: Reservation = { ...held, status: 'cancelled', ...NO_UNIT, updatedAt: instant(this.at) };
    this.reservations.set(reservationId, ended);
    this.record('booking.hold_expired', `booking/${reservationId}`, ended);
  }

  private bookGroup({ bookings }: ActionOf<'bookGroup'>): void {
    const { groupId } = bookings[0]!;
    const group = { groupId: groupId!, hotelId: SANDBOX_ID, channel: DIRECT, reference: null };
    this.groups.push({ ...group, createdAt: instant(this.at) });
    for (const booking of bookings) this.book({ booking });
  }

  private payGroup({ groupId, amountMinor, description }: ActionOf<'payGroup'>): void {
    const members = [...this.reservations.values()].filter((booking) => booking.groupId === groupId);
    const balances = members.map(({ totalMinor, paidMinor }) => totalMinor - paidMinor);
    const parts = splitByWeight(amountMinor, balances);
    const shared = { entryId: null, type: 'payment', description, roomId: null } as const;
    for (const [i, { reservationId }] of members.entries()) {
      const entry = { ...shared, reservationId, amountMinor: parts[i]!, ...BY_TRANSFER };
      this.post({ entry });
    }
  }

  /** Returns a new booking, whose nights are taken; it is stored by the caller. Bookings of a group share the profile of the guest. */
  private newReservation(booking: Booking, state: NewState): Reservation {
    const { reservationId, groupId, stay, prices, checkin, checkout } = booking;
    const { roomId } = stay;
    const times = { createdAt: instant(this.at), updatedAt: instant(this.at) };
    // A profile gets the number of its first booking.
    const ids = { reservationId, hotelId: SANDBOX_ID, guestId: groupId ?? reservationId };
    // Status and stay first, as in rows of the database: the names of changed members are in this order.
    const { unitNights = null, unitPinned = false, ...status } = state;
    const details = { ...NO_DETAILS, unitNights, unitPinned, ...NO_SUMS, ...stay };
    const ofChannel = stay.connection
      ? { channelCheckin: stay.checkin, channelCheckout: stay.checkout }
      : NO_CHANNEL_DATES;
    const group = { groupId, earlierRooms: null, differences: null, ...ofChannel };
    const made: Reservation = { ...status, ...group, ...stay, ...details, ...ids, ...times };
    const night = { reservationId, roomId, takenAt: times.createdAt, releasedAt: null };
    const nights = prices.map((priceMinor, i) => ({ ...night, night: checkin + i, priceMinor }));
    this.held.set(reservationId, nights);
    if (ids.guestId === reservationId)
      this.guests.push(guestOfBooking({ ...ids, now: times.createdAt }, made));
    this.recordAvailability(roomId, checkin, checkout);
    return made;
  }

  /** The desk gives a booking its unit. */
  private assign({ booking }: ActionOf<'assign'>): void {
    const { reservationId, unit } = booking;
    this.changeStay(booking, 'booking.modified', {
      unitNights: unitNightsOfBooking(booking),
      unitPinned: true,
    });
    const patch = { unitId: unit.unitId, unitName: unit.unitName };
    this.changeTask({ taskId: turnoverIdOf(reservationId), patch });
  }

  /** Guests who have no unit yet get that of their booking at check-in; they leave it to be cleaned. */
  private changeStatus({ booking, status }: ActionOf<'changeStatus'>): void {
    const { reservationId, unit } = booking;
    const { unitId, unitName } = unit;
    if (status === 'checked_out') {
      this.setCondition(unitId, 'dirty');
      this.changeStay(booking, 'booking.checked_out', { status });
      return;
    }
    const isAssigned = this.reservations.get(reservationId)!.unitNights !== null;
    const given = isAssigned ? {} : { unitNights: unitNightsOfBooking(booking), unitPinned: true };
    this.changeStay(booking, 'booking.checked_in', { status, ...given });
    if (!isAssigned) this.changeTask({ taskId: turnoverIdOf(reservationId), patch: { unitId, unitName } });
  }

  private setCondition(unitId: number, condition: UnitCondition): void {
    const old = this.units.get(unitId)!;
    if (old.condition === condition) return;
    const unit = { ...old, condition, conditionAt: instant(this.at) };
    this.units.set(unitId, unit);
    const changes = changesOf({ ...unit, condition: old.condition }, unit);
    this.record('unit.changed', `unit/${unitId}`, { ...unit, ...changes });
  }

  private nightsOf(reservationId: number): StayNight[] {
    return this.held.get(reservationId)!.map(({ night, roomId, priceMinor, releasedAt }) => ({
      ...{ date: this.dates.date(night), roomId, priceMinor },
      released: releasedAt !== null,
    }));
  }

  /** Changes a booking and what it charges. */
  private changeStay({ reservationId }: Booking, kind: EventKind, change: Partial<Reservation>): void {
    const before = this.reservations.get(reservationId)!;
    const changed = { ...before, ...change, updatedAt: instant(this.at) };
    const nights = this.nightsOf(reservationId);
    const charges = { before: chargesOf(before, nights), after: chargesOf(changed, nights) };
    const after = { ...changed, ...sumsAfter(before, charges.before, charges.after) };
    this.reservations.set(reservationId, after);
    const isCancelled = kind === 'booking.cancelled';
    const changes = this.isLogged() ? changesOf(before, after) : null;
    this.record(kind, `booking/${reservationId}`, { ...after, ...changes });
    this.postCharges(reservationId, { ...charges, reason: isCancelled ? 'cancellation' : 'change' });
  }

  /** A no-show keeps the night of the day on which it is declared, and owes the whole price. */
  private noShow({ booking }: ActionOf<'noShow'>): void {
    const checkout = Math.min(booking.checkout, this.dates.day(this.at) + 1);
    this.release(booking, checkout);
    const leaves = this.dates.date(checkout);
    const units = this.unitsUntil(booking, leaves);
    this.changeStay(booking, 'booking.modified', { status: 'no_show', checkout: leaves, ...units });
    this.changeTask({ taskId: turnoverIdOf(booking.reservationId), patch: { status: 'cancelled' } });
  }

  private cancel({ booking }: ActionOf<'cancel'>): void {
    const { reservationId, checkin, prices, end } = booking;
    const from = end.kind === 'cancels' ? end.from : checkin;
    const early = from > checkin;
    this.release(booking, from);
    const leaves = this.dates.date(from);
    const shortened = { checkout: leaves, priceMinor: sum(prices.slice(0, from - checkin)) };
    const units = this.unitsUntil(booking, leaves);
    if (early) this.setCondition(booking.unit.unitId, 'dirty');
    const change = { status: 'cancelled' as const, ...NO_CONFLICT, ...(early && shortened), ...units };
    this.changeStay(booking, 'booking.cancelled', change);
    const patch = early ? { due: leaves } : { status: 'cancelled' as const };
    this.changeTask({ taskId: turnoverIdOf(reservationId), patch });
  }

  /** Returns the nights of units that a booking keeps when it ends on a day. */
  private unitsUntil({ reservationId }: Booking, leaves: Temporal.PlainDate) {
    const { unitNights, unitPinned } = this.reservations.get(reservationId)!;
    const kept = clipUnitNights(unitNights ?? [], null, leaves);
    return kept.length > 0 ? { unitNights: kept, unitPinned } : { unitNights: null, unitPinned: false };
  }

  /** Releases the nights of a booking from a day on. */
  private release({ reservationId, stay, checkout }: Booking, from: Day): void {
    if (from >= checkout) return;
    for (const night of this.held.get(reservationId)!)
      if (night.night >= from) night.releasedAt = instant(this.at);
    this.recordAvailability(stay.roomId, from, checkout);
  }

  /** The calendar itself is derived from the closures: see snapshot.ts. */
  private close({ closure: { unit, from, until } }: ActionOf<'close'>): void {
    this.recordAvailability(unit.roomId, from, until);
    const ids = { hotelId: SANDBOX_ID, closureId: closureIdOf(unit, from), unitId: unit.unitId };
    const nights = { firstNight: this.dates.date(from), lastNight: this.dates.date(until - 1) };
    const times = { createdAt: instant(this.at), updatedAt: instant(this.at), endedAt: null };
    const texts = { reason: workIn(unit, from), responsible: FACTS.handyman, ...times };
    const of = { unitName: unit.unitName, roomId: unit.roomId, kind: 'out_of_order' } as const;
    const closure: UnitClosure = { ...ids, ...of, ...nights, ...texts };
    this.closures.push(closure);
    this.record('closure.created', `closure/${closure.closureId}`, closure);
  }

  private postCharges(reservationId: number, change: ChargeChange): void {
    for (const entry of entriesOf(reservationId, change)) this.append({ entryId: null, ...entry });
  }

  private post(posting: { entry: Posting }): void {
    const entry = this.append(posting.entry);
    const booking = this.reservations.get(entry.reservationId ?? 0);
    if (booking) this.reservations.set(booking.reservationId, { ...booking, ...addEntry(booking, entry) });
  }

  private append({ entryId, ...posting }: Posting): LedgerEntry {
    const entry: LedgerEntry = {
      ...NO_ENTRY_DETAILS,
      code: defaultCode(posting.type),
      ...posting,
      entryId: entryId ?? this.nextEntryId(posting.reservationId!),
      hotelId: SANDBOX_ID,
      currency: SAMPLE_PROPERTY.currency,
      date: this.dates.date(this.dates.day(this.at)),
      createdAt: instant(this.at),
      postedBy: this.actor,
    };
    this.entries.push(entry);
    const { postedBy: _, ...logged } = entry;
    this.record('accounting.posted', `accounting/${entry.entryId}`, logged);
    return entry;
  }

  private nextEntryId(reservationId: number): number {
    const n = (this.posted.get(reservationId) ?? 0) + 1;
    this.posted.set(reservationId, n);
    return idWithin(reservationId, n);
  }

  private createTask({ task: made }: { task: NewTask }, reservationId: number | null = null): void {
    const [due, updatedAt] = [this.dates.date(made.due), instant(this.at)];
    const noUnit = { unitId: null, unitName: null };
    const state = { status: 'pending', hotelId: SANDBOX_ID, photos: [] } as const;
    const task: Task = { ...noUnit, ...made, ...state, due, reservationId, updatedAt };
    this.tasks.set(task.taskId, { ...task, createdAt: updatedAt });
    this.record('task.created', `task/${task.taskId}`, task);
  }

  private changeTask({ taskId, patch }: { taskId: number; patch: Partial<Task> }): void {
    const { createdAt, ...before } = this.tasks.get(taskId)!;
    const after = { ...before, ...patch, updatedAt: instant(this.at) };
    this.tasks.set(taskId, { ...after, createdAt });
    const changes = this.isLogged() ? changesOf(before, after) : null;
    this.record('task.changed', `task/${taskId}`, { ...after, ...changes });
    const isTurnover = after.reservationId !== null;
    if (patch.status === 'done' && isTurnover && after.unitId !== null)
      this.setCondition(after.unitId, 'clean');
  }

  private write({ booking, text }: ActionOf<'write'>): void {
    const message = this.newMessage(booking, text);
    this.record('message.received', `message/${message.messageId}`, { ...message });
  }

  /** Replies to the newest message without a reply, else in a message of its own. It is delivered at once. */
  private reply({ booking, text }: ActionOf<'reply'>): void {
    const conversation = this.messages.get(booking.reservationId) ?? [];
    const message = conversation.findLast((one) => one.reply === null) ?? this.newMessage(booking, null);
    Object.assign(message, {
      reply: text,
      repliedAt: instant(this.at),
      delivery: 'sent',
      needsReply: false,
    });
    const subject = `message/${message.messageId}`;
    this.settle(conversation);
    this.record('message.queued', subject, { ...message, delivery: 'queued' });
    this.record('message.sent', subject, { ...message });
  }

  /** The texts of a conversation wait for a reply no more. */
  private settle(conversation: readonly Message[]): void {
    for (const message of conversation) {
      if (!message.needsReply) continue;
      message.needsReply = false;
      const changes = { changed: ['needsReply'], before: { needsReply: true } };
      this.record('message.changed', `message/${message.messageId}`, { ...message, ...changes });
    }
  }

  private newMessage({ reservationId, channel }: Booking, guestText: string | null): Message {
    const conversation = this.messages.get(reservationId) ?? [];
    this.messages.set(reservationId, conversation);
    const messageId = idWithin(reservationId, conversation.length + 1);
    const ids = { messageId, hotelId: SANDBOX_ID, reservationId, inquiryId: null };
    const needsReply = guestText !== null;
    const message: Message = {
      ...ids,
      channel,
      guestText,
      createdAt: instant(this.at),
      ...NO_REPLY,
      needsReply,
      attachments: [],
    };
    conversation.push(message);
    return message;
  }

  private review({ booking, review, reply }: ActionOf<'review'>): void {
    const { unit, reservationId, channel, guest } = booking;
    const delivery = {
      replyDelivery: reply === null ? null : ('sent' as const),
      deliveryError: null,
      deliveryErrorCause: null,
    };
    const { reviewId, createdAt, ...texts } = review;
    const ids = { reviewId, hotelId: SANDBOX_ID, roomId: unit.roomId, reservationId, channel };
    const stored: Review = { ...ids, guestName: guest.givenName, ...texts, reply, ...delivery, createdAt };
    this.reviews.set(reviewId, { ...stored, repliedAt: reply === null ? null : instant(this.at) });
    this.record(reply === null ? 'review.received' : 'review.replied', `review/${reviewId}`, stored);
  }

  private propose({ proposalId, proposal }: ActionOf<'propose'>): void {
    const createdAt = instant(this.at);
    const expiresAt = createdAt.add({ hours: PROPOSAL_HOURS });
    const made: SampleProposal = { proposalId, ...proposal, state: 'open', createdAt, expiresAt };
    this.proposals.push(made);
    const { tool, state } = made;
    this.record('proposal.created', `proposal/${proposalId}`, { proposalId, tool, state });
  }

  private recordAvailability(roomId: number, from: Day, until: Day): void {
    const range = { from: this.dates.date(from), until: this.dates.date(until) };
    this.record('availability.changed', `room/${roomId}`, { roomId, ...range, what: ['available'] });
  }

  private isLogged(): boolean {
    return this.at >= this.logFrom;
  }

  private record(kind: EventKind, subject: string, data: object): void {
    if (!this.isLogged()) return;
    const [seq, at] = [this.events.length + 1, instant(this.at)];
    const stored = { ...omitPersonal(kind, data) };
    this.events.push({ hotelId: SANDBOX_ID, seq, kind, subject, at, data: stored, actor: this.actor });
  }
}

/** Returns the conflict with which a booking is stored: all nights of one for a room that was sold before are overbooked. */
function conflictOf({ situation, stay: { checkin, checkout } }: Booking): Conflict {
  if (situation?.kind !== 'sold twice') return NO_CONFLICT;
  return overlapOf(nightsBetween(checkin, checkout).map((date) => ({ date, overbooked: true })));
}

/** Returns the unit of a booking in all its nights. */
function unitNightsOfBooking({ unit, checkin, checkout }: Booking) {
  const { unitId, unitName: name } = unit;
  return [unitNightsOf({ unitId, name }, { from: checkin, until: checkout })];
}

/** Returns who acts: an agent; a channel that sells, or passes on what a guest writes; null = somebody of the house, where nobody signs in. */
function actorOf(action: Action): NamedActor | null {
  if (action.kind === 'propose') {
    const { tokenId, agent } = action.proposal;
    return { kind: 'agent', tokenId, agent, name: null };
  }
  const isOfChannel =
    action.kind === 'book' || action.kind === 'write' || (action.kind === 'review' && action.reply === null);
  if (!isOfChannel || action.booking.channel === 'direct') return null;
  return { kind: 'channel', channel: action.booking.channel, name: null };
}
