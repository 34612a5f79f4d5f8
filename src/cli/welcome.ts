// The message that is printed when innwire has started.
import path from 'node:path';
import { type Config, INSTALLATION_DIR, VERSION } from '../config.ts';
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
${firstSignInLine(running.firstSignIn, innwire)}  API explorer      ${url}/swagger
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
function firstSignInLine(firstSignIn: Running['firstSignIn'], innwire: string): string {
  if (!firstSignIn) return '';
  const { link, validHours } = firstSignIn;
  const how = link ?? `${innwire} user add "Your name" --role owner --all-properties`;
  return `  First sign-in     ${how}\n${link ? `                    (for the owner: works once, within ${validHours} hours)\n` : ''}`;
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
