// The help of all commands, without running any.
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { findAdapter, PROTOCOLS } from '../../src/channels/registry.ts';
import { describeInput } from '../../src/cli/command-terms.ts';
import { protocolInputs, withProtocol } from '../../src/cli/connect-command.ts';
import { DESCRIBED_PROTOCOLS } from '../../src/cli/operations.ts';
import { argumentsOf, optionsOf } from '../../src/cli/operator-command.ts';
import { GROUPS, OPERATOR_COMMANDS } from '../../src/cli/operator-command-list.ts';
import { createProgram } from '../../src/cli/program.ts';
import { settingNames, settingsHelp } from '../../src/cli/settings-help.ts';

function find(name: string, program = createProgram()): Command {
  return name
    .split(' ')
    .reduce((command, word) => command.commands.find((one) => one.name() === word)!, program);
}

describe.each(OPERATOR_COMMANDS.map((command) => [command.name, command] as const))('%s', (name, command) => {
  const help = find(name).configureHelp({ helpWidth: 2_000 }).helpInformation();

  test('names every argument and option, and which are required', () => {
    expect(help).toMatch(new RegExp(`^Usage: innwire ${name} \\[options\\]`));
    for (const input of command.inputs) {
      expect(help).toContain(input.name);
      expect(help).toContain(describeInput(command, input));
      expect(describeInput(command, input), input.member).not.toBe('');
    }
    for (const { name: flag, required } of optionsOf(command)) {
      expect(help).toContain(`--${flag}`);
      if (required) expect(help).toMatch(new RegExp(`--${flag} .*\\(required\\)`));
    }
    if (command.ofProperty) expect(help).toMatch(/--property <id> .*INNWIRE_PROPERTY/);
    expect(help).toContain('--json');
  });

  test('has one option for each of its flags', () => {
    const flags = optionsOf(command).map((option) => option.name);
    const all = [
      ...flags,
      ...(command.ofProperty && !flags.includes('property') ? ['property'] : []),
      'json',
      'field',
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(command.inputs).size).toBe(command.inputs.length);
  });

  test('speaks of commands and options, not of requests', () => {
    expect(help).not.toMatch(/\b(GET|POST|PUT|PATCH|DELETE) (?!signed)\w|`|\.\.$|\bnull\b/m);
    for (const { member, name: flag } of argumentsOf(command)) expect(flag, member).toMatch(/^[a-z-]+$/);
  });
});

describe.each(DESCRIBED_PROTOCOLS)('channel connect %s', (protocol) => {
  const connect = OPERATOR_COMMANDS.find(({ name }) => name === 'channel connect')!;
  const args = ['channel', 'connect', protocol];

  test('has an option for each setting and credential of the adapter', () => {
    const { settingsSchema, credentialsSchema } = findAdapter(protocol)! as any;
    const members = protocolInputs(protocol).map(({ member }) => member);
    expect(members).toEqual([
      ...Object.keys(settingsSchema.properties).map((name) => `settings.${name}`),
      ...Object.keys(credentialsSchema.properties).map((name) => `credentials.${name}`),
    ]);
    const help = find('channel connect', createProgram({ args })).helpInformation();
    for (const { name } of protocolInputs(protocol)) expect(help).toContain(`--${name}`);
  });

  test('has one option for each flag', () => {
    const flags = optionsOf(withProtocol(connect, args)).map(({ name }) => name);
    const all = [...flags, 'property', 'json', 'field', 'no-wait'];
    expect(all.filter((flag, i) => all.indexOf(flag) !== i)).toEqual([]);
  });
});

test('the protocols are those of the adapters', () => {
  expect(DESCRIBED_PROTOCOLS).toEqual(PROTOCOLS);
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
