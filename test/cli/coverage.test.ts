// Every operation of the operator API has a command, and every member of its request an argument or option.
import { expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operations.ts';
import { OPERATIONS } from '../../src/cli/operations.ts';
import { OPERATOR_COMMANDS } from '../../src/cli/operator-command-list.ts';

/** Members that no command sets, and why. */
const WITHOUT_INPUT: Record<string, readonly string[]> = {
  // "channel disconnect --close" closes a whole connection, "channel remove-room --close" single rooms.
  connectChannel: ['close'],
};

const commandsOf = (name: string) =>
  OPERATOR_COMMANDS.filter(({ operations }) => operations.some((operation) => operation.name === name));

test('the command line knows every operation of the operator API', () => {
  expect(OPERATIONS.map(({ name }) => name).toSorted()).toEqual(
    operatorOperations.map(({ name }) => name).toSorted(),
  );
});

test.each(
  OPERATIONS.map((operation) => [operation.name, operation] as const),
)('%s has a command, with an input for each member', (name, { members }) => {
  const commands = commandsOf(name);
  expect(commands.length, `no command sends ${name}`).toBeGreaterThan(0);
  const inputs = new Set(commands.flatMap((command) => command.inputs.map(({ member }) => member)));
  const missing = members.map(({ member }) => member).filter((member) => !inputs.has(member));
  const known = [...(WITHOUT_INPUT[name] ?? []), ...(commands[0]!.ofProperty ? ['hotel_id'] : [])];
  expect(missing.filter((member) => !known.includes(member))).toEqual([]);
});

test('what is listed as without an input exists', () => {
  for (const [name, members] of Object.entries(WITHOUT_INPUT)) {
    const operation = OPERATIONS.find((one) => one.name === name);
    expect(operation?.members.map(({ member }) => member)).toEqual(expect.arrayContaining([...members]));
  }
});

test.each(
  OPERATOR_COMMANDS.map((command) => [command.name, command] as const),
)('%s marks what its operation requires', (_, command) => {
  if (command.run || command.complete) return;
  const [operation] = command.operations;
  const required = operation.members.filter(({ required, member }) => required && member !== 'hotel_id');
  for (const { member } of required) {
    const input = command.inputs.find((one) => one.member === member);
    expect(input?.required || command.wholeWithout === member, member).toBe(true);
  }
});

test('everything that can be changed or removed is listed by a command', () => {
  const verbs = Map.groupBy(
    OPERATOR_COMMANDS.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0]!,
  );
  for (const [group, commands] of verbs) {
    if (commands.every(({ operations }) => operations.every(({ method }) => method === 'GET'))) continue;
    const names = commands.map(({ name }) => name.split(' ')[1]);
    expect(
      names.some((verb) => verb === 'list' || verb === 'show'),
      group,
    ).toBe(true);
  }
});
