// What a person sees when innwire has started.
import type { Config } from '../config.ts';
import { VERSION } from '../config.ts';
import type { Role, Running } from '../serve.ts';

export function welcome(running: Running, config: Config, role: Role): string {
  if (running.baseUrl === null)
    return `innwire ${VERSION} worker is running on ${running.dataLocation}. Ctrl-C stops it.`;
  const url = running.baseUrl;
  return `
  innwire ${VERSION} is running${role === 'api' ? ' (API only: start "innwire worker" too)' : ''}.

  API explorer      ${url}/swagger
  Sandbox           curl ${url}/api/bookings/api_token
  AI agents (MCP)   ${url}/mcp/api_token   (the sandbox; with a property's token, that property)
  Data              ${running.dataLocation}
  Operator key      ${config.operatorKey ? 'OPERATOR_KEY' : `${config.dataDir}/operator.key`}

  Make a property   npx innwire property add "Quinta do Mar" --currency EUR --timezone Europe/Lisbon
  All commands      npx innwire --help

  Ctrl-C stops it; nothing is lost.
`;
}
