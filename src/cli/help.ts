// Help: of the whole program, of a group of commands, of one command.
import type { Command } from 'commander';
import { settingsHelp } from './settings-help.ts';

/** Commands that run in this process, by its settings. */
const STARTING = new Set(['serve', 'api', 'worker', 'migrate', 'restore']);

/** Adds `innwire help room add`, which is `innwire room add --help`, and the settings to the help of what starts a server. */
export function addHelp(program: Command): void {
  for (const command of program.commands) {
    if (STARTING.has(command.name())) command.addHelpText('after', settingsHelp);
  }
  program
    .helpCommand(false)
    .command('help')
    .argument('[command...]', 'of which command, such as: room add')
    .description('show help for a command')
    .action((names: string[]) => {
      const { command, rest } = follow(program, names);
      if (rest.length > 0) command.error(`error: unknown command '${rest.join(' ')}'`);
      command.outputHelp();
    });
}

/** Shows the help where nothing but a group of commands, or nothing at all, was typed; false where there is something to run. */
export function showHelpOfGroup(program: Command, args: readonly string[]): boolean {
  const { command, rest } = follow(program, args);
  if (rest.length > 0 || command.commands.length === 0) return false;
  command.outputHelp();
  return true;
}

/** The command that the words lead to, and the words after it. */
function follow(program: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  let command = program;
  for (const [i, word] of words.entries()) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) return { command, rest: words.slice(i) };
    command = next;
  }
  return { command, rest: [] };
}
