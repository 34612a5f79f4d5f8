// The records that writes change, as reading them answers them: the ETag in If-Match is compared with theirs.
import { getGuestWithStays } from '../pms/guests/list.ts';
import { requireGuest } from '../pms/guests/profiles.ts';
import { findTemplate, lockTemplates } from '../pms/message-templates.ts';
import { getProperty, lockProperty } from '../pms/properties.ts';
import { lockReservation } from '../pms/reservations/find.ts';
import { lockGroup } from '../pms/reservations/group-rows.ts';
import { lockRoom } from '../pms/rooms.ts';
import { lockTask } from '../pms/tasks.ts';
import { lockClosure } from '../pms/units/closures.ts';
import { findUnit, listUnits } from '../pms/units/units.ts';
import { groupSchema, presentGroup } from './group-records.ts';
import { guestSchema } from './guest-records.ts';
import type { ChangedRecord } from './operation.ts';
import { operatorPropertySchema, operatorRoomSchema } from './operator/records.ts';
import { presentBooking, presentOperatorProperty, presentOperatorRoom, presentTask } from './present.ts';
import { presentGuest } from './present-guest.ts';
import { presentTemplate } from './present-template.ts';
import { presentClosure, presentUnit } from './present-unit.ts';
import { bookingSchema, taskSchema } from './records.ts';
import { messageTemplateSchema } from './template-records.ts';
import { closureSchema, unitSchema } from './unit-records.ts';

export const BOOKING: ChangedRecord = {
  schema: bookingSchema,
  lock: async (tx, call, orderId) =>
    presentBooking(await lockReservation(tx, orderId), call.property, call.today),
};

export const GROUP: ChangedRecord = {
  schema: groupSchema,
  lock: async (tx, call, groupId) => presentGroup(await lockGroup(tx, groupId), call.property, call.today),
};

/** A merged profile is compared as the one that replaced it. */
export const GUEST: ChangedRecord = {
  schema: guestSchema,
  lock: async (tx, { today }, given) => {
    const { guestId } = await requireGuest(tx, tx.hotelId, given, 'for update');
    return presentGuest(await getGuestWithStays(tx, { hotelId: tx.hotelId, today }, guestId));
  },
};

/** Who is in the unit and who comes next are members too, and are not locked with it. */
export const UNIT: ChangedRecord = {
  schema: unitSchema,
  lock: async (tx, { today }, unitId) => {
    await findUnit(tx, unitId, 'for no key update');
    const page = { size: 1, after: null };
    const [unit] = await listUnits(tx, { hotelId: tx.hotelId, today }, { unitId }, page);
    return presentUnit(unit!);
  },
};

export const CLOSURE: ChangedRecord = {
  schema: closureSchema,
  lock: async (tx, _call, closureId) => presentClosure(await lockClosure(tx, closureId)),
};

export const TASK: ChangedRecord = {
  schema: taskSchema,
  lock: async (tx, _call, taskId) => presentTask(await lockTask(tx, taskId)),
};

export const TEMPLATE: ChangedRecord = {
  schema: messageTemplateSchema,
  lock: async (tx, _call, templateId) => {
    await lockTemplates(tx);
    return presentTemplate(await findTemplate(tx, tx.hotelId, templateId));
  },
};

export const ROOM: ChangedRecord = {
  schema: operatorRoomSchema,
  lock: async (tx, call, roomId) => presentOperatorRoom(await lockRoom(tx, roomId), call.property),
};

/** Its id is that of the transaction's property. */
export const PROPERTY: ChangedRecord = {
  schema: operatorPropertySchema,
  lock: async (tx) => {
    await lockProperty(tx);
    return presentOperatorProperty(await getProperty(tx, tx.hotelId));
  },
};
