// The message that is printed when innwire has started.
import path from 'node:path';
import { type Config, defaultDataDir, INSTALLATION_DIR, readConfig, VERSION } from '../config.ts';
import type { Role, Running } from '../serve.ts';

/** Returns the message for a started server. */
export function welcome(running: Running, config: Config, role: Role): string {
  if (running.baseUrl === null)
    return [
      `innwire ${VERSION} worker is running on ${running.dataLocation}. Ctrl-C stops it.`,
      ...running.notices,
    ].join('\n');
  const url = running.baseUrl;
  const innwire = commandLine();
  return `
  innwire ${VERSION} is running${role === 'api' ? ` (API only: start "${innwire} worker" too)` : ''}.

  Start page        ${url}/
  Front desk        ${url}/desk
${firstSignInLine(running.firstSignIn, config)}  API explorer      ${url}/swagger
  Sandbox           ${url}/api/bookings/api_token?limit=3
  AI agents (MCP)   ${url}/mcp/api_token   (the sandbox; with a property's token, that property)
  Data              ${running.dataLocation}
  Operator key      ${config.operatorKey ? 'OPERATOR_KEY' : path.join(config.dataDir, 'operator.key')}
${running.notices.map((notice) => `\n  ! ${notice}\n`).join('')}
  Create a property ${innwire} property add "Quinta do Mar" --currency EUR --timezone Europe/Lisbon
  All commands      ${innwire} --help

  Ctrl-C stops it; nothing is lost.
`;
}

/** Returns the line that says how the first person signs in; nothing once somebody has. */
function firstSignInLine(firstSignIn: Running['firstSignIn'], config: Config): string {
  if (!firstSignIn) return '';
  const { link, validHours } = firstSignIn;
  const how = link ?? `${commandLine()} user add "Your name" --role owner --all-properties`;
  const notes = link
    ? [`for the owner: works once, within ${validHours} hours`]
    : [
        'it prints a link to sign in; none is printed here, where a log may keep it',
        ...settingsOfCommands(config),
      ];
  return `  First sign-in     ${how}\n${notes.map((note) => `                    (${note})\n`).join('')}`;
}

/** Returns a note with the settings that commands need as well, because they are not the usual ones. */
function settingsOfCommands({ port, dataDir }: Config): string[] {
  const settings = [
    ...(port === readConfig({}).port ? [] : [`PORT=${port}`]),
    ...(dataDir === defaultDataDir() ? [] : [`DATA_DIR=${dataDir}`]),
  ];
  return settings.length === 0 ? [] : [`set ${settings.join(' and ')} for the command, too`];
}

/**
 * Returns how to call this program from the current directory: `node bin/innwire.js` in the folder of
 * innwire.
 */
function commandLine(): string {
  const file = path.join(INSTALLATION_DIR, 'bin', 'innwire.js');
  const relative = path.relative(process.cwd(), file);
  const shown = relative.startsWith('..') ? file : relative;
  return `node ${/[^\w./\\:-]/.test(shown) ? `"${shown}"` : shown}`;
}
