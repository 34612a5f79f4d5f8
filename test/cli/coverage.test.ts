// Every operation of the operator API has a command.
import { expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operations.ts';
import type { OperatorRequest } from '../../src/cli/client.ts';
import { argumentName, type OperatorCommand, optionsOf } from '../../src/cli/operator-command.ts';
import { OPERATOR_COMMANDS } from '../../src/cli/operator-command-list.ts';

/** Operations without a command, and why. */
const WITHOUT_COMMAND: Record<string, string> = {
  connectChannel: '"channel connect" sends it where PATCH finds no connection, or with --replace',
};

/**
 * Returns the requests that a command sends with every argument and with as few as possible, with all options
 * and with none.
 */
function requestsOf(command: OperatorCommand): OperatorRequest[] {
  const names = (command.arguments ?? []).map(([name]) => name);
  const argument = (name: string) => (name === 'rooms' ? ROOM : name === 'rate' ? RATE : '1');
  const required = names.filter((name) => !name.startsWith('['));
  const members = Object.fromEntries(
    optionsOf(command).map(({ member, takes }) => [member, takes === 'number' ? 1 : undefined]),
  );
  return [names, required].flatMap((given) =>
    [{}, { ...members, date: '2027-01-01' }].map((filled) =>
      command.request(
        {
          property: '1',
          ...Object.fromEntries(given.map((name) => [argumentName(name), argument(argumentName(name))])),
        },
        filled,
      ),
    ),
  );
}

/** A room with the URL of its calendar at a channel. */
const ROOM = '1=https://ota.example.com/1.ics';
const RATE = '1:BAR';

const requests = OPERATOR_COMMANDS.flatMap(requestsOf);

test.each(
  operatorOperations.map((operation) => [operation.name, operation] as const),
)('%s is reachable by a command, or listed as not', (name, { method, path }) => {
  if (name in WITHOUT_COMMAND) return;
  const pattern = new RegExp(`^${path.replace('/operator', '').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const found = requests.filter((request) => request.method === method && pattern.test(request.path));
  expect(found.length, `no command sends ${method} ${path}`).toBeGreaterThan(0);
});

test('what is listed as without a command exists', () => {
  const names = new Set(operatorOperations.map((operation) => operation.name));
  expect(Object.keys(WITHOUT_COMMAND).filter((name) => !names.has(name))).toEqual([]);
});
