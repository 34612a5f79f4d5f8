// The command line: starts innwire, or speaks to a running one over the operator's API. Errors end here, in one sentence.
import { Command } from 'commander';
import { addOperatorCommands } from './cli/operator-commands.ts';
import { addServerCommands } from './cli/server-commands.ts';
import { VERSION } from './config.ts';
import { StartError } from './db/start-error.ts';

const program = new Command('innwire')
  .description('The property management system and channel manager that you run yourself.')
  .version(VERSION)
  .showHelpAfterError('(innwire --help lists the commands)');

addServerCommands(program);
addOperatorCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
