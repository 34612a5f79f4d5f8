// Commands about who has access: the audit trail of the operator key.
import type { OperatorCommand } from './operator-command.ts';

export const ACCESS_COMMANDS: readonly OperatorCommand[] = [
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
