// /api/units: the physical rooms of each room, their condition, and who is in them.

import { UNIT_CONDITIONS } from '../../model/unit.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { archiveUnit } from '../../pms/units/archive.ts';
import { changeUnit, countUnits, createUnits, listUnits, type UnitFilter } from '../../pms/units/units.ts';
import { invalidData } from '../../problems.ts';
import { UNIT } from '../changed-records.ts';
import { toName } from '../input.ts';
import { type Call, listOperation, writeOperation } from '../operation.ts';
import { presentUnit } from '../present-unit.ts';
import { array, boolean, id, integer, nullable, object, oneOf, optional, text } from '../schema.ts';
import { unitSchema } from '../unit-records.ts';

const path = '/units';
const tag = 'Units';
const MAX_NAME = 50;
/** Units that one call adds: more than any room has in one house. */
const MAX_ADDED = 500;

const floor = optional(
  nullable(text({ description: 'floor', minLength: 1, maxLength: MAX_NAME, example: '2' })),
);

export const listUnitsOperation = listOperation({
  name: 'listUnits',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['housekeeping'],
  tag,
  summary: 'List units',
  description:
    'The physical rooms, by room and place: the condition of each, who is in it today, and when the next guest comes. Rooms whose units nobody entered have none here.',
  problems: [],
  query: object({
    room_id: optional(id('only units of this room', 101)),
    unit_id: optional(id('only this unit', 7)),
    condition: optional(oneOf(UNIT_CONDITIONS, { description: 'only this condition', example: 'dirty' })),
  }),
  item: unitSchema,
  caching: 'log-and-date',
  cursor: ['id', 'id', 'id'],
  filter: (query): UnitFilter => ({
    roomId: query.room_id,
    unitId: query.unit_id,
    condition: query.condition,
  }),
  page: ({ db, property: { hotelId }, today }, filter, page) =>
    listUnits(db, { hotelId, today }, filter, page),
  count: ({ db, property }, filter) => countUnits(db, property.hotelId, filter),
  key: (unit) => [unit.roomId, unit.position, unit.unitId],
  present: (unit) => presentUnit(unit),
  selectsOneRecord: (query) => query.unit_id !== undefined,
});

export const createUnitsOperation = writeOperation({
  name: 'createUnits',
  audience: ['public', 'operator'],
  method: 'POST',
  path,
  scopes: ['settings'],
  tag,
  summary: 'Add units to a room',
  description:
    'Adds the physical rooms of a room by their names. Name all units of a room in one call: from the first one on, the room sells as many as it has units, and `units` of the room follows. Rooms of which there is only one need none.',
  problems: ['unknown_room', 'unit_name_taken', 'exceeds_units'],
  body: object({
    room_id: id('room', 101),
    names: array(text({ minLength: 1, maxLength: MAX_NAME }), {
      description: 'what is written on their doors, each different in the whole property',
      minItems: 1,
      maxItems: MAX_ADDED,
      example: ['204', '205'],
    }),
    floor,
  }),
  answer: array(unitSchema),
  run: async (tx, call, { body }) => {
    const names = body.names.map((name, i) => toUnitName(name, `names.${i}`));
    const wanted = { roomId: body.room_id, names, floor: body.floor ?? null };
    const units = await createUnits(tx, wanted, call.today);
    return statesOf(
      tx,
      call,
      units.map(({ unitId }) => unitId),
    );
  },
});

export const changeUnitOperation = writeOperation({
  name: 'changeUnit',
  audience: ['public', 'operator'],
  method: 'PATCH',
  path,
  scopes: ['housekeeping'],
  tag,
  summary: 'Change a unit',
  description:
    'Sets the condition, name, floor or place of a unit. A check-out makes its unit `dirty`, a cleaning task that is done makes it `clean`. Set to `clean` or `inspected`, its cleaning tasks that are due today or earlier are done; set back to `dirty` on the same day, they are open again. Where the property inspects its units, a guest moves in only when it is `inspected`.',
  problems: ['unknown_unit', 'unit_name_taken'],
  query: object({ unit_id: id('unit', 7) }),
  body: object({
    condition: optional(oneOf(UNIT_CONDITIONS, { description: 'its condition now', example: 'clean' })),
    name: optional(
      text({ description: 'what is written on its door', minLength: 1, maxLength: MAX_NAME, example: '204' }),
    ),
    floor,
    position: optional(
      integer({ description: 'place in lists of the room', minimum: 0, maximum: 1_000_000, example: 1 }),
    ),
  }),
  changes: { record: UNIT, id: ({ query }) => query.unit_id },
  answer: unitSchema,
  run: async (tx, call, { query, body }) => {
    const patch = {
      ...(body.condition !== undefined && { condition: body.condition }),
      ...(body.name !== undefined && { name: toUnitName(body.name, 'name') }),
      ...(body.floor !== undefined && { floor: body.floor }),
      ...(body.position !== undefined && { position: body.position }),
    };
    await changeUnit(tx, query.unit_id, patch, call.today);
    const [unit] = await statesOf(tx, call, [query.unit_id]);
    return unit!;
  },
});

export const archiveUnitOperation = writeOperation({
  name: 'archiveUnit',
  audience: ['public', 'operator'],
  method: 'DELETE',
  path,
  scopes: ['settings'],
  tag,
  summary: 'Archive a unit',
  description:
    'Takes a unit out of use; its past stays keep it, and its room sells one less. Refused while a stay or a closure has one of its nights from today on.',
  problems: ['unknown_unit', 'unit_taken', 'unit_occupied', 'exceeds_units'],
  query: object({ unit_id: id('unit', 7) }),
  changes: { record: UNIT, id: ({ query }) => query.unit_id },
  answer: object({ unit_id: id('unit', 7), archived: boolean({ example: true }) }),
  run: async (tx, call, { query }) => {
    await archiveUnit(tx, query.unit_id, call.today);
    return { unit_id: query.unit_id, archived: true };
  },
});

/** Returns the name of a unit. Throws for one with a comma, which stands between several names. */
function toUnitName(text: string, field: string): string {
  const name = toName(text, field);
  if (name.includes(',')) throw invalidData({ field, rule: 'comma' });
  return name;
}

async function statesOf(tx: PropertyTransaction, { today }: Call, unitIds: readonly number[]) {
  const page = { size: unitIds.length, after: null };
  const units = await listUnits(tx, { hotelId: tx.hotelId, today }, { unitIds }, page);
  return units.map(presentUnit);
}
