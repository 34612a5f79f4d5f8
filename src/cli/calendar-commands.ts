// The operator's commands about the calendar.
import { pathOf } from './client.ts';
import type { OperatorCommand } from './operator-command.ts';

export const CALENDAR_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'change list',
    description: 'list the changes of the calendar in the last two weeks, newest first',
    options: { limit: '# at most this many, 1 to 1000 (absent: 50)' },
    columns: ['change_id', 'changed_at', 'room_ids', 'nights', 'fromdate', 'todate', 'undoes'],
    empty: 'No changes in the last two weeks.',
    ofProperty: true,
    request: ({ property }, query) => ({
      method: 'GET',
      path: pathOf`/properties/${property}/changes`,
      query,
    }),
  },
  {
    name: 'change undo',
    description: 'undo a change of the calendar, except nights that were changed again since',
    arguments: [['change', 'its id']],
    ofProperty: true,
    request: ({ property, change }) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/changes/${change}/undo`,
    }),
  },
];
