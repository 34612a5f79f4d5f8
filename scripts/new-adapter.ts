// `npm run new-adapter -- NAME "TITLE"`: writes the skeleton of an adapter, its line in the registry, its entry in the
// conformance suite, and its page of documentation. CONTRIBUTING.md, "Adding a further OTA", says how to go on.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const USAGE = `npm run new-adapter -- NAME "TITLE"

  NAME   of the protocol and its folder: lower case letters, digits and underscores, such as hotel_beds
  TITLE  the name for people, such as "Hotelbeds"; default: NAME`;

const REGISTRY = 'src/channels/registry.ts';

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function main(): void {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name = '', title = name] = positionals;
  if (!/^[a-z][a-z0-9_]{1,39}$/.test(name))
    throw new Error(`${JSON.stringify(name)} is no NAME.\n\n${USAGE}`);
  if (/["'\\`\n]/.test(title)) throw new Error(`A TITLE has no quotes or backslashes: ${title}`);
  if (existsSync(path.join(ROOT, 'src/channels', name)))
    throw new Error(`src/channels/${name} exists already: choose another NAME, or go on there.`);
  const names: Names = { name, title, identifier: camelCase(name), type: pascalCase(name) };
  const files = filesOf(names);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
  }
  writeFileSync(
    path.join(ROOT, REGISTRY),
    withAdapter(readFileSync(path.join(ROOT, REGISTRY), 'utf8'), names),
  );
  console.log(`Written:\n${[...Object.keys(files), `${REGISTRY} (two lines)`].map((one) => `  ${one}`).join('\n')}

Next:
  npm run openapi    because the API names the protocols
  npx vitest run test/channels/conformance/registry.test.ts    fails with the list of what remains to be built`);
}

/** The names of an adapter: of the protocol, for people, of its constant, and of its types. */
type Names = { name: string; title: string; identifier: string; type: string };

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal[0]!.toLowerCase() + pascal.slice(1);
}

/** Returns the registry with the import, in alphabetical order, and the entry of an adapter. */
function withAdapter(registry: string, { name, identifier }: Names): string {
  const imported = `import { ${identifier} } from './${name}/index.ts';`;
  const lines = registry.split('\n');
  const target = (line: string) => /^import .* from '(.*)';$/.exec(line)?.[1] ?? '';
  const next = lines.findIndex(
    (line) => target(line).startsWith('./') && target(line) > `./${name}/index.ts`,
  );
  const last = lines.findLastIndex((line) => line.startsWith('import '));
  lines.splice(next === -1 ? last + 1 : next, 0, imported);
  const list = /(export const ADAPTERS: readonly Adapter\[\] = )\[([^\]]*)\];/;
  return lines.join('\n').replace(list, (_, start: string, written: string) => {
    const items = [...written.split(',').flatMap((one) => one.trim() || []), identifier];
    const line = `${start}[${items.join(', ')}];`;
    // As the formatter writes it.
    return line.length <= 110 ? line : `${start}[\n${items.map((item) => `  ${item},\n`).join('')}];`;
  });
}

function filesOf(names: Names): Record<string, string> {
  const { name } = names;
  return {
    [`src/channels/${name}/index.ts`]: index(names),
    [`src/channels/${name}/settings.ts`]: settings(names),
    [`src/channels/${name}/client.ts`]: client(names),
    [`src/channels/${name}/nights.ts`]: nights(names),
    [`src/channels/${name}/reservations.ts`]: reservations(names),
    [`test/channels/${name}/entry.ts`]: entry(names),
    [`docs/channels/${name}.md`]: page(names),
  };
}

function index({ name, title, identifier }: Names): string {
  return `// Adapter of ${title}.
//
// Source: (the documents and the date on which they were read). Not verified: (what they leave open; where it
// matters it is a setting).

import { defineAdapter } from '../define-adapter.ts';
import { authorization } from './client.ts';
import { ari } from './nights.ts';
import { reservations } from './reservations.ts';
import { credentialsSchema, settingsSchema } from './settings.ts';

export const ${identifier} = defineAdapter({
  protocol: '${name}',
  title: '${title}',
  maturity: 'unverified',
  settingsSchema,
  credentialsSchema,
  needsRate: true,
  severalRates: false,
  authorization,
  ari,
  reservations,
});
`;
}

function settings({ title, type }: Names): string {
  return `// Settings and credentials of a connection to ${title}.
import Type from 'typebox';
import { type ConnectionOf, credentialsSchemaOf, settingsSchemaOf } from '../settings-schema.ts';

export const settingsSchema = settingsSchemaOf({
  hotel_id: Type.String({ minLength: 1, description: 'The property there' }),
});

export const credentialsSchema = credentialsSchemaOf({
  api_key: Type.String({ minLength: 1 }),
});

export type ${type}Connection = ConnectionOf<typeof settingsSchema, typeof credentialsSchema>;
`;
}

function client({ title, type }: Names): string {
  return `// Requests to ${title} and its responses: authorization, addresses, errors.
import type { Authorization, Verdict, WireResponse } from '../channel.ts';
import { readJson } from '../json.ts';
import { httpFailure, ok, retry } from '../responses.ts';
import type { ${type}Connection } from './settings.ts';

export const authorization: Authorization<${type}Connection> = {
  authorize: (request, { credentials }) => ({
    ...request,
    headers: { ...request.headers, 'api-key': credentials.api_key },
  }),
};

/** Returns an address of the service; \`path\` begins with a slash. */
export function address({ url }: ${type}Connection, path: string): string {
  return (url ?? 'https://channel.invalid') + path;
}

/** Returns the body of a successful response, or the failure. */
export function readAnswer(response: WireResponse): Verdict<unknown> {
  const body = readJson(response.body);
  const failure = httpFailure(response);
  if (failure) return failure;
  return body === undefined ? retry('The answer is not JSON.') : ok(body);
}
`;
}

function nights({ title, type }: Names): string {
  return `// Pushes nights to ${title}.
import type { AriPush } from '../channel.ts';
import type { ${type}Connection } from './settings.ts';

export const ari: AriPush<${type}Connection> = {
  fields: ['available', 'priceMinor'],
  maxDaysAhead: 365,
  rate: { perMinute: 60, burst: 10, per: 'connection' },
  expectsEchoOfSales: true,
  encode: () => {
    throw new Error('Pushes are not built yet.');
  },
  decode: () => {
    throw new Error('Responses to pushes are not read yet.');
  },
};
`;
}

function reservations({ title, type }: Names): string {
  return `// Reservations from ${title}.
import type { ChannelReservation } from '../../model/channel-records.ts';
import type { Pull } from '../channel.ts';
import { ok } from '../responses.ts';
import { address, readAnswer } from './client.ts';
import type { ${type}Connection } from './settings.ts';

export const reservations: Pull<ChannelReservation, ${type}Connection> = {
  everySeconds: 60,
  requests: (connection) => [
    { operation: 'reservations', method: 'GET', url: address(connection, '/reservations') },
  ],
  decode: (response) => {
    const answer = readAnswer(response);
    return answer.kind === 'ok' ? ok({ items: [] }) : answer;
  },
};
`;
}

function entry({ name, title }: Names): string {
  return `// ${title} in the conformance suite.
import type { Entry } from '../conformance/entry.ts';
import { connectionTo } from '../stale-nights.ts';

export const entry: Entry = {
  // The suite fails with this list, and runs its other tests once the list is empty.
  todo: [
    'src/channels/${name}/index.ts: name the source, its date and what is not verified',
    'src/channels/${name}/settings.ts: the settings and credentials; what the source leaves open is a setting',
    'src/channels/${name}/client.ts: hosts, authorization, and the errors that come with status 200',
    'src/channels/${name}/nights.ts: encode, decode, unsupported; the fields and the rate limit of the protocol',
    'src/channels/${name}/reservations.ts: decode, acknowledge; recovery.ts, messages.ts, reviews.ts, read-back.ts and inbound.ts if the protocol has them',
    'test/channels/fixtures/${name}: a sample of each request and response, described in \`samples\` below',
    'test/channels/${name}: tests for what only this protocol has, such as a calendar that applies the messages',
    'docs/channels/${name}.md: how to connect, each setting, the limits, and what was checked',
  ],
  connection: connectionTo('${name}', {
    url: 'http://channel.test/${name}',
    settings: { hotel_id: '1' },
    credentials: { api_key: 'key-of-the-account' },
  }),
  least: { settings: { hotel_id: '1' }, credentials: { api_key: 'k' } },
  samples: {},
};
`;
}

function page({ name, title }: Names): string {
  return `# ${title}

*Not finished. (Which documents the adapter is built from, when they were read, and against what it was checked.)*

## Connecting

\`\`\`http
PUT /operator/properties/{id}/channels/${name}
{"protocol": "${name}",
 "settings": {"hotel_id": "…"},
 "credentials": {"api_key": "…"},
 "rooms": [{"room_id": 101, "external_room": "…", "external_rate": "…"}]}
\`\`\`

| setting | default | |
| --- | --- | --- |
| \`hotel_id\` | | the property there |

| credential | |
| --- | --- |
| \`api_key\` | |

## What is exchanged

## Limits

## Checked

| what | by | |
| --- | --- | --- |
`;
}
