// The operator's commands about the calendar.
import { at } from './client.ts';
import type { OperatorCommand } from './operator-command-list.ts';

export const CALENDAR_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'change list',
    description: 'list what was set in the calendar of late',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: at`/properties/${property}/changes` }),
  },
  {
    name: 'change undo',
    description: 'give nights back what they had before a change, unless somebody changed them since',
    arguments: [['change', 'its id']],
    ofProperty: true,
    request: ({ property, change }) => ({
      method: 'POST',
      path: at`/properties/${property}/changes/${change}/undo`,
    }),
  },
  {
    name: 'booking conflicts',
    description: 'list the bookings of OTAs that our calendar has no place for',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: at`/properties/${property}/conflicts` }),
  },
];
