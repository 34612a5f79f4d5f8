// Changing a booking: the body and the rules that the public and the operator's operation share.

import type { Static } from 'typebox';
import { isBefore } from '../model/night.ts';
import { RESERVATION_STATUSES, type Reservation } from '../model/reservation.ts';
import { MAX_GUEST_NAME } from '../model/stay-details.ts';
import { RESTRICTIONS } from '../pms/inventory/restrictions.ts';
import type { PropertyTransaction } from '../pms/property-transaction.ts';
import { lockReservation } from '../pms/reservations/find.ts';
import { type GroupChoice, lockChosenGroup } from '../pms/reservations/group-members.ts';
import { type DeskPatch, patchReservation } from '../pms/reservations/patch.ts';
import type { UnitChoice } from '../pms/units/arrange.ts';
import { invalidData } from '../problems.ts';
import { RolledBack } from './execute.ts';
import { requireStay, toDate, toName, toPrice } from './input.ts';
import type { Call } from './operation.ts';
import { presentBooking } from './present.ts';
import { bookingSchema } from './records.ts';
import {
  amount,
  boolean,
  date,
  id,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  telephone,
  text,
} from './schema.ts';
import { detailsSchema, toStayDetails } from './stay-details.ts';
import { unitChoice } from './unit-choice.ts';

/** Maximum minutes of a hold. */
export const MAX_HOLD_MINUTES = 24 * 60;

/** How long a hold goes on: a member of changes. */
export const extension = optional(
  nullable(
    integer({
      description:
        'holds a booking that is `held` for so many minutes from now on, instead of until `held_until`; absent or null = as before',
      minimum: 1,
      maximum: MAX_HOLD_MINUTES,
      example: null,
    }),
  ),
);

/** The other way to say which group: a member of new bookings and of changes. */
export const groupWith = optional(
  id(
    'instead of `group_id`: the booking with which it is in one group, which is made if there is none',
    10002,
  ),
);

/** Returns the group that a body chooses; undefined = it says nothing of it. */
export function toGroupChoice(body: {
  group_id?: number | null;
  group_with?: number;
}): GroupChoice | undefined {
  const { group_id: groupId, group_with: withBooking } = body;
  if (withBooking === undefined) return groupId === undefined || groupId === null ? groupId : { groupId };
  if (groupId !== undefined)
    throw invalidData({ field: 'group_with', rule: 'not_together', member: 'group_id' });
  return { withBooking };
}

const bookingChangeSchema = object({
  status: optional(
    oneOf(RESERVATION_STATUSES, {
      description:
        'the new status; docs/states.md shows which changes are allowed. `confirmed` confirms a booking that is held. `checked_in` before the check-in date needs `early`. `no_show` and `checked_out` are possible from the check-in date on, and release the nights after today. `cancelled` must be sent without other members; it releases the whole stay, or after the arrival its nights from today on',
      example: 'checked_in',
    }),
  ),
  early: optional(
    boolean({
      description:
        'with `status: checked_in`: the guest is here before the check-in date. The dates stay as they are: no earlier night is taken or charged',
      example: true,
    }),
  ),
  room_id: optional(id('another room', 102)),
  name: optional(text({ minLength: 1, example: 'Ada Lovelace' })),
  email: optional(nullable(text({ format: 'email', maxLength: 254, example: 'ada@example.com' }))),
  phone: optional(telephone(nullable(text({ maxLength: 50, example: '+351 910 000 000' })))),
  checkin: optional(date('first night', '2026-12-01')),
  checkout: optional(date('day of departure', '2026-12-04')),
  price: optional(amount('total price', 360.5)),
  unit_id: optional(
    unitChoice(
      'another unit of the room, from the night of today or else from the first night on; `auto` = the best free one',
      { nullable: true },
    ),
  ),
  unit_from: optional(
    date('with `unit_id`: the first night in that unit; the stay keeps its units before', '2026-12-02'),
  ),
  unready: optional(
    boolean({
      description:
        'the guest moves into the unit although it is not `clean`, or not `inspected` where the property inspects its units',
      example: true,
    }),
  ),
  ...detailsSchema.properties,
  guest_id: optional(
    nullable(
      id(
        'the person who stays: an existing profile, whose name, e-mail and telephone a direct booking takes over unless you send others; null = a new profile, made from the booking',
        1,
      ),
    ),
  ),
  update_guest: optional(
    boolean({
      description:
        "with `name`, `email`, `phone`, `language` or `country`: the guest's profile gets them too, although it has other bookings. The profile of a guest with no other booking follows without it",
      example: true,
    }),
  ),
  hold_minutes: extension,
  group_id: optional(
    nullable(
      id(
        'the group that it joins, with its sums and payments; a booking that is held is then held as long as the group. null = it leaves its group, which ends with its last booking',
        1,
      ),
    ),
  ),
  group_with: groupWith,
});

/** The parts that the declarations of both operations share. */
export const BOOKING_CHANGE = {
  summary: 'Change a booking',
  description:
    "Changes the guest data, the room, the dates or the price of a booking, or its status: check-in, check-out, no-show, cancellation.\n\nThe nights of a stay move together or not at all, by the rules of a new booking. The nights that a connected channel has sold (`channel_checkin`, `channel_checkout`) are changed there (`owned_by_channel`); nights before and after them are the house's own, and a new price is that of these. If you send no price, nights that the stay keeps cost what they did, and new nights cost what the calendar says. A difference is posted to the ledger; if the room changes, the income moves to the new room. A guest in the house moves to the new room from today on: the nights before stay in the former one, with their income (`earlier_rooms`), and the former one is to be cleaned. Before the arrival another room is that of the whole stay; on the day of departure and later, `checkout` must be sent with it.\n\nWhat was recorded by mistake is taken back by sending the status before it: `confirmed` after a check-in, a no-show or a cancellation, `checked_in` after a check-out, an early departure or a no-show. The nights that were released are taken again if nobody else has them (`room_unavailable` names those that are sold); the dates, the price, the unit, the ledger and the cleaning task return with them. A stay that its channel has cancelled stays cancelled.\n\nA booking that is `held` is confirmed with `status: confirmed`, together with other changes or alone, and held for longer with `hold_minutes`.\n\nA booking joins a group with `group_id` or `group_with`, moves to another one, or leaves it. The rooms of one order of a channel stay together.\n\nA no-show or an early check-out releases the nights after today: `checkout` becomes tomorrow. The price is kept unless you send another. To sell tonight as well, send `checkout` with the date of today in the same change, with the `price` that the guest owes: without it nights that are not stayed are not charged.\n\nA guest who checks in moves into the unit of the stay, or into the best free one if it has none. The unit must be vacant, and ready unless you send `unready`. A stay whose dates change keeps its unit if that is free; otherwise it gets another one, or none, unless people chose the unit or the guest is in it: then the change is refused with `unit_taken`. With another `unit_id` a guest in the house moves today, and the nights before keep their unit.",
  problems: [
    'unknown_booking',
    'unknown_guest',
    'guest_erased',
    'unknown_group',
    'unknown_room',
    'room_unavailable',
    ...RESTRICTIONS,
    'invalid_transition',
    'stay_ended',
    'owned_by_channel',
    'hold_expired',
    'unknown_unit',
    'unit_of_other_room',
    'unit_taken',
    'unit_occupied',
    'unit_not_ready',
    'no_unit_without_moving',
  ],
  body: bookingChangeSchema,
  answer: bookingSchema,
} as const;

/** Member of the query of both operations. */
export const dryRun = optional(
  boolean({
    description: 'true = answer the booking as it would be, or the refusal, and change nothing',
    example: false,
  }),
);

type BookingChange = {
  orderId: number;
  body: Static<typeof bookingChangeSchema>;
  /** changes nothing */
  isDryRun: boolean;
};

/** Applies the members of a PATCH body to a booking and returns its new record. */
export async function changeBooking(
  tx: PropertyTransaction,
  call: Call,
  { orderId, body, isDryRun }: BookingChange,
): Promise<Static<typeof bookingSchema>> {
  const choice = toGroupChoice(body);
  const groupId =
    choice === undefined ? undefined : await lockChosenGroup(tx, choice, { orderId, today: call.today });
  const before = await lockReservation(tx, orderId);
  const patch = { ...toPatch(before, body, call), ...(groupId !== undefined && { groupId }) };
  const after = await patchReservation(tx, before, patch, {
    today: call.today,
    early: body.early ?? false,
    unit: toUnitChoice(before, patch, body),
    unready: body.unready ?? false,
    updateGuest: body.update_guest ?? false,
  });
  const answer = presentBooking(after, call.property, call.today);
  if (isDryRun) throw new RolledBack(answer);
  return answer;
}

function toPatch(before: Reservation, body: Static<typeof bookingChangeSchema>, call: Call): DeskPatch {
  requireCancellationAlone(body);
  requireHeldOrConfirmed(body);
  if (body.early !== undefined && body.status !== 'checked_in')
    throw invalidData({ field: 'early', rule: 'only_with_status', status: 'checked_in' });
  const checkin = body.checkin === undefined ? before.checkin : toDate(body.checkin);
  const checkout = body.checkout === undefined ? before.checkout : toDate(body.checkout);
  if (body.checkin ?? body.checkout) requireStay(checkin, checkout, call.today);
  return {
    ...(body.checkin !== undefined && { checkin }),
    ...(body.checkout !== undefined && { checkout }),
    ...(body.status !== undefined && { status: body.status }),
    ...(body.room_id !== undefined && { roomId: body.room_id }),
    ...(body.name !== undefined && { guestName: toName(body.name, 'name', MAX_GUEST_NAME) }),
    ...(body.email !== undefined && { guestEmail: body.email }),
    ...(body.phone !== undefined && { guestPhone: body.phone }),
    ...toStayDetails(body),
    ...(body.guest_id !== undefined && { guestId: body.guest_id ?? ('new' as const) }),
    ...(body.price !== undefined && { priceMinor: toPrice(body.price, before.currency) }),
    ...(body.hold_minutes && { heldUntil: call.now.add({ minutes: body.hold_minutes }) }),
  };
}

/** Returns the unit that a body chooses. Throws when its first night is not one of the stay, or a guest would lose the unit. */
function toUnitChoice(
  before: Reservation,
  { checkin = before.checkin, checkout = before.checkout, status = before.status }: DeskPatch,
  { unit_id: unitId, unit_from: from }: Static<typeof bookingChangeSchema>,
): UnitChoice | undefined {
  if (unitId === undefined) {
    if (from !== undefined) throw invalidData({ field: 'unit_from', rule: 'only_with', member: 'unit_id' });
    return undefined;
  }
  if (unitId === null && status === 'checked_in')
    throw invalidData({ field: 'unit_id', rule: 'guest_in_unit' });
  if (from === undefined) return { unitId };
  const night = toDate(from);
  if (isBefore(night, checkin) || !isBefore(night, checkout))
    throw invalidData({ field: 'unit_from', rule: 'outside_stay', checkin, checkout });
  return { unitId, from: night };
}

/** Throws for a change that would both hold a booking for longer and confirm it. */
export function requireHeldOrConfirmed(body: { status?: string; hold_minutes?: number | null }): void {
  if (body.status !== undefined && body.hold_minutes)
    throw invalidData({ field: 'hold_minutes', rule: 'not_together', member: 'status' });
}

function requireCancellationAlone({ status, ...others }: Static<typeof bookingChangeSchema>): void {
  const [other] = Object.keys(bookingChangeSchema.properties).filter((name) => Object.hasOwn(others, name));
  if (status === 'cancelled' && other !== undefined)
    throw invalidData({ field: other, rule: 'not_with_cancellation' });
}
