// Entry point of the command line: starts innwire, or calls the operator API of a running one. Errors are
// printed here, as one sentence or (with --json) one JSON object.
import { CommanderError } from 'commander';
import { RefusedRequest } from './cli/client.ts';
import { showHelpOfGroup } from './cli/help.ts';
import { createProgram } from './cli/program.ts';
import { escapeTerminalOutput, exitWhenReaderIsGone } from './cli/terminal-output.ts';
import { StartError } from './db/start-error.ts';

escapeTerminalOutput();
exitWhenReaderIsGone();

const args = process.argv.slice(2);
const json = args.includes('--json');

// With --json an error is printed as one JSON object, and Commander prints nothing of its own.
const program = createProgram({ silent: json, args });

try {
  if (!showHelpOfGroup(program, args)) await program.parseAsync();
} catch (error) {
  report(error);
}

function report(error: unknown): void {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return; // help or version output that was requested
    if (json) printProblem('wrong_usage', 'Wrong usage', error.message.replace(/^error: /, ''));
  } else if (!json) console.error(error instanceof StartError ? error.message : error);
  else if (error instanceof RefusedRequest) console.error(JSON.stringify(error.problem, null, 2));
  else if (error instanceof StartError) printProblem('command_failed', 'Not possible', error.message);
  else printProblem('unexpected_error', 'Unexpected error', String(error));
  process.exitCode = 1;
}

/** Prints an error of the command line itself in the form that problems of the API have. */
function printProblem(code: string, title: string, detail: string): void {
  console.error(JSON.stringify({ title, code, detail }, null, 2));
}
