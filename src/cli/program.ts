// The program with all commands and their help.
import { Command } from 'commander';
import { VERSION } from '../config.ts';
import { addHelp } from './help.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { addServerCommands } from './server-commands.ts';

type Options = {
  /** suppresses the output of errors */
  silent?: boolean;
  /** of the command that will be parsed: some commands have further options for some arguments */
  args?: readonly string[];
};

/** Creates the program, ready to parse. Its errors are thrown as CommanderError. */
export function createProgram({ silent = false, args = [] }: Options = {}): Command {
  const program = new Command('innwire')
    .description('The property management system and channel manager that you run yourself.')
    .version(VERSION)
    .showHelpAfterError('(innwire --help lists the commands)')
    .exitOverride();
  if (silent) program.configureOutput({ writeErr: () => {} });
  addServerCommands(program);
  addOperatorCommands(program, args);
  addHelp(program);
  return program;
}
