// /operator/properties/{hotel_id}/changes: recent changes of the calendar and their undo.
import { listCalendarChanges, undoCalendarChange } from '../../pms/inventory/undo-change.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentNightChange, presentUndoneChange } from '../present-calendar.ts';
import { array, id, integer, object, optional } from '../schema.ts';
import { nightChangeSchema, undoneChangeSchema } from './records.ts';

const path = '/changes';
const tag = 'Changes of the calendar';

/** Maximum number of changes in the list. */
const SHOWN = 50;

export const listChangesOperation = readOperation({
  name: 'listChanges',
  audience: ['operator'],
  scopes: ['availability:read'],
  method: 'GET',
  path,
  tag,
  summary: 'List changes of the calendar',
  description:
    'The changes made by POST availability in the last two weeks, newest first, and which of them were undone.',
  problems: [],
  query: object({
    limit: optional(
      integer({
        description: `how many; absent = ${SHOWN}`,
        minimum: 1,
        maximum: 1000,
        example: 10,
      }),
    ),
  }),
  caching: 'no-store',
  answer: array(nightChangeSchema),
  run: async (call, { limit = SHOWN }) =>
    (await listCalendarChanges(call.db, call.property.hotelId, limit)).map(presentNightChange),
});

export const undoChangeOperation = writeOperation({
  name: 'undoChange',
  audience: ['operator'],
  scopes: ['availability:write'],
  method: 'POST',
  path: `${path}/{change_id}/undo`,
  tag,
  summary: 'Undo a change of the calendar',
  description:
    'Restores the values that the nights of one POST availability had before it. Nights that were changed again since are listed and not touched. Units sold since stay sold. Undoing is itself a change, and can be undone.',
  problems: ['unknown_change'],
  params: object({ change_id: id('change', 17) }),
  answer: undoneChangeSchema,
  run: async (tx, call, { params }) =>
    presentUndoneChange(await undoCalendarChange(tx, params.change_id), call.now),
});
