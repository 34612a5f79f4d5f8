// The help of all commands, without running any.
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { argumentName, optionsOf } from '../../src/cli/operator-command.ts';
import { GROUPS, OPERATOR_COMMANDS } from '../../src/cli/operator-command-list.ts';
import { createProgram } from '../../src/cli/program.ts';
import { settingNames, settingsHelp } from '../../src/cli/settings-help.ts';

const program = createProgram();

function find(name: string): Command {
  return name
    .split(' ')
    .reduce((command, word) => command.commands.find((one) => one.name() === word)!, program);
}

describe.each(OPERATOR_COMMANDS.map((command) => [command.name, command] as const))('%s', (name, command) => {
  const help = find(name).configureHelp({ helpWidth: 500 }).helpInformation();

  test('names every argument and option, and which are required', () => {
    expect(help).toMatch(new RegExp(`^Usage: innwire ${name} \\[options\\]`));
    for (const [word] of command.arguments ?? []) expect(help).toContain(argumentName(word));
    for (const { flag, description, required } of optionsOf(command)) {
      expect(help).toContain(`--${flag}`);
      expect(help).toContain(required ? `${description} (required)` : description);
    }
    if (command.ofProperty) expect(help).toMatch(/--property <id> .*INNWIRE_PROPERTY/);
    expect(help).toContain('--json');
  });

  test('has one option for each of its flags', () => {
    const flags = optionsOf(command).map(({ flag }) => flag);
    const all = [...flags, ...(command.ofProperty ? ['property'] : []), 'json', 'field'];
    expect(new Set(all).size).toBe(all.length);
  });
});

test('every command belongs to a group that says what it is about', () => {
  const groups = OPERATOR_COMMANDS.filter(({ name }) => name.includes(' ')).map(
    ({ name }) => name.split(' ')[0]!,
  );
  expect(new Set(groups)).toEqual(new Set(Object.keys(GROUPS)));
});

test('the settings are named for what starts a server', () => {
  for (const name of settingNames()) expect(settingsHelp()).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect(settingNames()).toContain('DATABASE_URL');
});
