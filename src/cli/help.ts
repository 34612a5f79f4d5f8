// Help for the whole program, for a group of commands and for one command.
import type { Command } from 'commander';
import { settingsHelp } from './settings-help.ts';

/** Commands that run in this process and read its settings. */
const STARTING = new Set(['serve', 'api', 'worker', 'migrate', 'restore']);

/**
 * Adds `innwire help room add`, which equals `innwire room add --help`, and the settings to the help of
 * commands that use them.
 */
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
      // Some commands have further options for some arguments: channel connect expedia.
      if (rest.length > 0 && command.registeredArguments.length === 0)
        command.error(`error: unknown command '${rest.join(' ')}'`);
      command.outputHelp();
    });
}

/**
 * Prints the help if only a group of commands, or nothing, was typed. Returns false when there is a command
 * to run.
 */
export function showHelpOfGroup(program: Command, args: readonly string[]): boolean {
  const { command, rest } = follow(program, args);
  if (rest.length > 0 || command.commands.length === 0) return false;
  command.outputHelp();
  return true;
}

/** Returns the command that the arguments name, and the remaining arguments. */
function follow(program: Command, args: readonly string[]): { command: Command; rest: readonly string[] } {
  let command = program;
  for (const [i, word] of args.entries()) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) return { command, rest: args.slice(i) };
    command = next;
  }
  return { command, rest: [] };
}
