// Converts the calendar's model types to public records: nights, offers, changes and their undo. See
// present.ts.
import type { Static } from 'typebox';
import { toMajor } from '../model/money.ts';
import { availabilityId, type Night } from '../model/night-values.ts';
import { checkinMoment, checkoutMoment, type Property } from '../model/property.ts';
import type {
  CalendarChange as ModelNightChange,
  UndoneCalendarChange as ModelUndoneChange,
} from '../pms/inventory/undo-change.ts';
import type { Offer as ModelOffer } from '../pms/offers.ts';
import { PLAIN_READER } from '../problems/reader.ts';
import { describeProblem } from '../problems/sentences.ts';
import type { availabilitySchema, offerSchema } from './calendar-records.ts';
import { toShownMembers } from './night-members.ts';
import type { nightChangeSchema, undoneChangeSchema } from './operator/records.ts';
import { presentMoment } from './present.ts';
import { presentData } from './problem-data.ts';

export function presentAvailability(night: Night, property: Property): Static<typeof availabilitySchema> {
  return {
    availability_id: availabilityId(night.roomId, night.date),
    hotel_id: night.hotelId,
    room_id: night.roomId,
    date: `${night.date}T00:00:00.000Z`,
    ...toShownMembers(night, property.currency),
  };
}

export function presentNightChange(from: ModelNightChange): Static<typeof nightChangeSchema> {
  return {
    change_id: from.changeId,
    changed_at: presentMoment(from.at),
    undoes: from.undoes,
    room_ids: from.rooms,
    nights: from.nights,
    fromdate: from.from?.toString() ?? null,
    todate: from.to?.toString() ?? null,
  };
}

export function presentUndoneChange(
  from: ModelUndoneChange,
  now: Temporal.Instant,
): Static<typeof undoneChangeSchema> {
  return {
    change_id: from.changeId,
    undoes: from.undoes,
    restored: from.restored,
    not_restored: from.kept.map((nights) => ({
      room_id: nights.roomId,
      fromdate: nights.from.toString(),
      todate: nights.to.toString(),
    })),
    timestamp: presentMoment(now),
  };
}

export function presentOffer(from: ModelOffer, property: Property): Static<typeof offerSchema> {
  const { currency } = property;
  return {
    room_id: from.room.roomId,
    hotel_id: from.room.hotelId,
    name: from.room.name,
    capacity: from.room.capacity,
    checkin: presentMoment(checkinMoment(property, from.checkin)),
    checkout: presentMoment(checkoutMoment(property, from.checkout)),
    bookable: from.refusals.length === 0,
    available: from.available,
    price: toMajor(from.priceMinor, currency),
    currency,
    nights: from.nights.map((night) => ({
      date: night.date.toString(),
      price: toMajor(night.priceMinor, currency),
    })),
    reasons: from.refusals.map((refusal) => ({
      code: refusal.code,
      detail: describeProblem(refusal, PLAIN_READER),
      ...(refusal.shared.nights && { nights: refusal.shared.nights }),
      ...(refusal.data !== null && { data: presentData(refusal.data)! }),
    })),
    cots: from.room.cots,
  };
}
