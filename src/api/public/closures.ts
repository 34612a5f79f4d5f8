// /api/closures: nights in which a unit is not used, or only if no other is free.

import { MAX_CLOSURE_NIGHTS } from '../../model/closure.ts';
import { countNights, isBefore, MAX_YEARS_AWAY, type PlainDate } from '../../model/night.ts';
import { CLOSURE_KINDS } from '../../model/unit.ts';
import {
  type ClosureFilter,
  changeClosure,
  countClosures,
  createClosure,
  endClosure,
  listClosures,
} from '../../pms/units/closures.ts';
import { invalidData } from '../../problems.ts';
import { CLOSURE } from '../changed-records.ts';
import { toDate, toDateRange, toName } from '../input.ts';
import { listOperation, writeOperation } from '../operation.ts';
import { presentClosure } from '../present-unit.ts';
import { date, dateRange, id, nullable, object, oneOf, optional, text } from '../schema.ts';
import { closureKind, closureSchema } from '../unit-records.ts';

const path = '/closures';
const tag = 'Units';

const body = {
  unit_id: id('the unit', 7),
  kind: closureKind,
  fromdate: date('the first night', '2026-12-10'),
  todate: date('the last night', '2026-12-12'),
  reason: optional(
    nullable(text({ description: 'why', minLength: 1, maxLength: 500, example: 'Water damage' })),
  ),
  responsible: optional(
    nullable(text({ description: 'who attends to it', minLength: 1, maxLength: 200, example: 'Marta' })),
  ),
};

export const listClosuresOperation = listOperation({
  name: 'listClosures',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['housekeeping'],
  tag,
  summary: 'List closures of units',
  description: 'Closures of units by first night, those that have ended as well.',
  problems: [],
  query: object({
    closure_id: optional(id('only this closure', 1)),
    unit_id: optional(id('only closures of this unit', 7)),
    room_id: optional(id('only closures of units of this room', 101)),
    kind: optional(oneOf(CLOSURE_KINDS, { description: 'only this kind', example: 'out_of_order' })),
    ...dateRange('closures with a night'),
  }),
  item: closureSchema,
  caching: 'log',
  cursor: ['date', 'id'],
  filter: (query): ClosureFilter => ({
    closureId: query.closure_id,
    unitId: query.unit_id,
    roomId: query.room_id,
    kind: query.kind,
    ...toDateRange(query),
  }),
  page: ({ db, property }, filter, page) => listClosures(db, property.hotelId, filter, page),
  count: ({ db, property }, filter) => countClosures(db, property.hotelId, filter),
  key: (closure) => [closure.firstNight.toString(), closure.closureId],
  present: (closure) => presentClosure(closure),
  selectsOneRecord: (query) => query.closure_id !== undefined,
});

export const createClosureOperation = writeOperation({
  name: 'createClosure',
  audience: ['public', 'operator'],
  method: 'POST',
  path,
  scopes: ['housekeeping'],
  tag,
  summary: 'Close a unit',
  description:
    'Closes a unit for some nights. `out_of_order` takes it from everybody: the room sells one less, and all channels are updated; it is refused while a stay has the unit, or while every unit of the room is sold. `out_of_service` changes no count: the unit is given to a stay only if no other is free.',
  problems: ['unknown_unit', 'unit_taken', 'units_sold'],
  body: object(body),
  answer: closureSchema,
  run: async (tx, { today }, { body: wanted }) => {
    const nights = toNights(wanted.fromdate, wanted.todate, today);
    if (isBefore(nights.firstNight, today))
      throw invalidData({ field: 'fromdate', rule: 'before_today', today });
    const closure = { unitId: wanted.unit_id, kind: wanted.kind, ...nights, ...NO_TEXTS, ...toTexts(wanted) };
    return presentClosure(await createClosure(tx, closure, today));
  },
});

export const changeClosureOperation = writeOperation({
  name: 'changeClosure',
  audience: ['public', 'operator'],
  method: 'PATCH',
  path,
  scopes: ['housekeeping'],
  tag,
  summary: 'Change a closure',
  description:
    'Prolongs, shortens or moves a closure, or changes its kind or its texts. Nights before today stay as they were.',
  problems: ['unknown_closure', 'closure_ended', 'unknown_unit', 'unit_taken', 'units_sold'],
  query: object({ closure_id: id('closure', 1) }),
  body: object({
    ...body,
    unit_id: optional(id('another unit', 7)),
    kind: optional(body.kind),
    fromdate: optional(body.fromdate),
    todate: optional(body.todate),
  }),
  changes: { record: CLOSURE, id: ({ query }) => query.closure_id },
  answer: closureSchema,
  run: async (tx, { today }, { query, body: patch }) => {
    const [known] = await listClosures(
      tx,
      tx.hotelId,
      { closureId: query.closure_id },
      { size: 1, after: null },
    );
    const first = patch.fromdate ?? known?.firstNight.toString();
    const last = patch.todate ?? known?.lastNight.toString();
    const dated = patch.fromdate !== undefined || patch.todate !== undefined;
    const closure = await changeClosure(
      tx,
      query.closure_id,
      {
        ...(patch.unit_id !== undefined && { unitId: patch.unit_id }),
        ...(patch.kind !== undefined && { kind: patch.kind }),
        ...(dated && first !== undefined && last !== undefined && toNights(first, last, today)),
        ...toTexts(patch),
      },
      today,
    );
    return presentClosure(closure);
  },
});

export const endClosureOperation = writeOperation({
  name: 'endClosure',
  audience: ['public', 'operator'],
  method: 'DELETE',
  path,
  scopes: ['housekeeping'],
  tag,
  summary: 'End a closure',
  description:
    'The unit can be used from the night of `date` on, from today on at the earliest. The closure stays listed. Repeating the call changes nothing.',
  problems: ['unknown_closure'],
  query: object({
    closure_id: id('closure', 1),
    date: optional(date('the first night in which the unit can be used; absent = tonight', '2026-12-11')),
  }),
  changes: { record: CLOSURE, id: ({ query }) => query.closure_id },
  answer: closureSchema,
  run: async (tx, { today }, { query }) => {
    const first = query.date === undefined ? today : toDate(query.date);
    return presentClosure(await endClosure(tx, query.closure_id, { date: first, today }));
  },
});

/** Converts the nights of a closure. Throws when the last is before the first, there are too many, or they are too far away. */
function toNights(fromdate: string, todate: string, today: PlainDate) {
  const [firstNight, lastNight] = [toDate(fromdate), toDate(todate)];
  if (isBefore(lastNight, firstNight))
    throw invalidData({ field: 'fromdate', rule: 'after', member: 'todate' });
  if (isBefore(today.add({ years: MAX_YEARS_AWAY }), lastNight))
    throw invalidData({ field: 'todate', rule: 'years_away', years: MAX_YEARS_AWAY });
  if (countNights(firstNight, lastNight) >= MAX_CLOSURE_NIGHTS)
    throw invalidData({
      field: 'todate',
      rule: 'range_too_long',
      nights: MAX_CLOSURE_NIGHTS,
      member: 'fromdate',
    });
  return { firstNight, lastNight };
}

const NO_TEXTS = { reason: null, responsible: null };

function toTexts({ reason, responsible }: { reason?: string | null; responsible?: string | null }) {
  return {
    ...(reason !== undefined && { reason: reason && toName(reason, 'reason') }),
    ...(responsible !== undefined && { responsible: responsible && toName(responsible, 'responsible') }),
  };
}
