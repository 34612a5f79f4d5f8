// Writes docs/command-reference.md from the definitions of the commands. Run it after changing a command.
import { writeFile } from 'node:fs/promises';
import type { Command, Option } from 'commander';
import { DESCRIBED_PROTOCOLS } from '../src/cli/operations.ts';
import { createProgram } from '../src/cli/program.ts';

export const REFERENCE = 'docs/command-reference.md';

/** Options of all operator commands; they are described once. */
const COMMON = ['--property', '--json', '--csv', '--field'];

const INTRODUCTION = `# Reference of the command line

Made from the commands by \`npm run openapi\`. [command-line.md](command-line.md) shows how they are used. \`innwire help room add\` prints the same.

Commands with \`--property\` are about one property: it is needed where there are several, and \`INNWIRE_PROPERTY\` is its default. \`--json\` prints the
answer of the API, and refusals, as JSON. \`--field <name>\` prints only this member of the answer. \`--csv\` prints the records of a list or report as CSV.
`;

/** Returns the contents of the page. */
export function commandReference(): string {
  const sections = createProgram()
    .commands.filter((command) => command.name() !== 'help')
    .map((command) => {
      const leaves = command.commands.length > 0 ? command.commands : [command];
      const title = `## ${command.name()}\n\n${leaves.length > 1 || leaves[0] !== command ? `${sentence(command.description())}\n\n` : ''}`;
      const protocols = command.name() === 'channel' ? DESCRIBED_PROTOCOLS.map(describeProtocol) : [];
      return title + [...leaves.map(describe), ...protocols].join('\n\n');
    });
  return `${[INTRODUCTION.trimEnd(), ...sections].join('\n\n')}\n`;
}

function describe(command: Command): string {
  const names = [];
  for (let each: Command | null = command; each; each = each.parent) names.unshift(each.name());
  const given = command.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}...` : one.name();
    return one.required ? `<${name}>` : `[${name}]`;
  });
  const options = command.options.filter((option) => !option.hidden);
  const common = options.filter((option) => COMMON.includes(option.long ?? ''));
  const own = options.filter((option) => !common.includes(option));
  const synopsis = [
    ...names,
    ...given,
    ...(own.length > 0 ? ['[options]'] : []),
    ...(common.some((option) => option.long === '--property') ? ['[--property <id>]'] : []),
  ];
  const rows = [
    ...command.registeredArguments
      .filter((one) => one.description)
      .map((one) => row(one.name(), one.description)),
    ...own.map((option: Option) => row(option.flags, option.description)),
  ];
  return [
    `\`${synopsis.join(' ')}\``,
    sentence(command.description()),
    ...(rows.length > 0 ? [['| | |', '| --- | --- |', ...rows].join('\n')] : []),
  ].join('\n\n');
}

/** Returns the options that `channel connect` has for one protocol alone. */
function describeProtocol(protocol: string): string {
  const optionsOf = (args: string[]) =>
    createProgram({ args })
      .commands.find((command) => command.name() === 'channel')!
      .commands.find((command) => command.name() === 'connect')!
      .options.filter((option) => !option.hidden);
  const common = new Set(optionsOf([]).map((option) => option.long));
  const rows = optionsOf(['channel', 'connect', protocol])
    .filter((option) => !common.has(option.long))
    .map((option) => row(option.flags, option.description));
  return [
    `\`innwire channel connect ${protocol}\``,
    `Settings and credentials of the protocol \`${protocol}\`, also with \`--protocol ${protocol}\`.`,
    ['| | |', '| --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

function row(name: string, description: string): string {
  return `| \`${name.replaceAll('|', '\\|')}\` | ${description.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`;
}

/** Returns a description as a sentence. */
function sentence(description: string): string {
  const text = `${description[0]!.toUpperCase()}${description.slice(1).replaceAll('<', '&lt;')}`;
  return text.endsWith('.') ? text : `${text}.`;
}

if (import.meta.main) await writeFile(new URL(`../${REFERENCE}`, import.meta.url), commandReference());
