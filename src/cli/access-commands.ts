// Commands for access: the audit trail of the operator key, and replacing secret URLs.
import { pathOf } from './client.ts';
import { listCommand, type OperatorCommand } from './operator-command.ts';

export const ACCESS_COMMANDS: readonly OperatorCommand[] = [
  listCommand({
    name: 'ical list',
    description: 'list the links to the calendars of the rooms; whoever has one can read it',
    resource: 'ical',
    options: { room_id: '# only of this room' },
    columns: ['id', 'room_id', 'channel_name', 'url'],
    empty: 'No links: there is no room yet.',
  }),
  {
    name: 'ical rotate',
    description: 'replace a calendar link that became known; the old one stops working at once',
    arguments: [['link', 'its id, from "ical list"']],
    ofProperty: true,
    request: ({ property, link }) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/ical/${link}/rotate`,
    }),
  },
  {
    name: 'channel rotate-key',
    description: 'replace the address that a channel calls (inbound_url); the old one stops working at once',
    arguments: [['channel', 'its name']],
    ofProperty: true,
    request: ({ property, channel }) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/channels/${channel}/rotate_key`,
    }),
  },
  {
    name: 'audit list',
    description: 'list what was done with the operator key, the newest first',
    options: {
      hotel_id: {
        flag: 'property',
        description: 'only of this property (0: of the installation)',
        takes: 'number',
      },
      operation: 'only this operation, such as createToken',
      outcome: 'ok, replayed, or the code of a refusal',
      since: 'only from this moment on, such as 2027-01-01T00:00:00Z',
      until: 'only before this moment',
      limit: '# at most this many, 1 to 1000 (absent: 50)',
      before: '# only entries before this id',
    },
    request: (_values, query) => ({ method: 'GET', path: '/audit', query }),
    columns: ['id', 'created_at', 'operation', 'hotel_id', 'outcome', 'address', 'target', 'changed'],
    empty: 'No entries.',
  },
];
