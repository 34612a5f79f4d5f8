// The OpenAPI 3.0.3 descriptions, generated from the declarations of the operations.
import type { TObject, TSchema } from 'typebox';
import { VERSION } from '../config.ts';
import { toCsv } from '../model/csv.ts';
import { SCOPE_NAMES, SCOPES } from '../model/scope.ts';
import { rolesOf } from './admission.ts';
import { NAMED_RECORDS } from './named-records.ts';
import { describeMcp, MCP_PATH, OPENAPI_MCP_TAG } from './openapi-mcp.ts';
import { API_TOKEN, HOTEL_ID, IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH } from './openapi-parameters.ts';
import { describeProblems, problemsOf } from './openapi-problems.ts';
import { describeProtocols } from './openapi-protocols.ts';
import { type Audience, answersChangedRecord, type Operation, writes } from './operation.ts';
import { operatorOperations, publicOperations, sessionOperations } from './operations.ts';
import { listParameters } from './paging.ts';
import { integer, text } from './schema.ts';
import { LOOPBACK_COOKIE, SECURE_COOKIE } from './session/cookie.ts';

type Json = Record<string, unknown>;

/** Describes the API of an audience. `baseUrl`: where it is served. */
export function describeApi(audience: 'public' | 'operator', baseUrl: string): Json {
  return audience === 'public' ? describePublicApi(baseUrl) : describeOperatorApi(baseUrl);
}

/** The version of the public API; not the version of this program. */
const API_VERSION = '2.0.0';

function describePublicApi(baseUrl: string): Json {
  const about = { title: 'innwire', version: API_VERSION, description: PUBLIC_INTRODUCTION };
  const inOrder = publicOperations.toSorted((a, b) => placeOf(a) - placeOf(b));
  const described = describe('public', { about, baseUrl, operations: inOrder });
  const ofSessions = describe('session', { about, baseUrl, operations: sessionOperations });
  return {
    ...described,
    tags: [...described.tags, { name: OPENAPI_MCP_TAG }, ...ofSessions.tags],
    paths: { ...described.paths, [MCP_PATH]: describeMcp(), ...ofSessions.paths },
    components: { schemas: { ...described.components.schemas, ...ofSessions.components.schemas } },
  };
}

/** The place of an operation in the description of the public API; operations with further tags come last. */
function placeOf({ tag }: Operation): number {
  const place = PUBLIC_TAGS.indexOf(tag);
  return place === -1 ? PUBLIC_TAGS.length : place;
}

/** The tags of the public API in the order in which it describes them. */
const PUBLIC_TAGS = [
  'Bookings',
  'Guests',
  'Availability',
  'Offers',
  'Rentals',
  'Messages',
  'Tasks',
  'Accounting',
  'Reports',
  'Reviews',
  'iCal',
  'Status',
  'Hotels',
  'Desk',
  'Proposals',
  'Events',
  'Logs',
];

const PUBLIC_INTRODUCTION = `A property management system that also relays data to and from the OTAs.

The credential is the property token, the last segment of every path: there is nothing else to authorize with. \`api_token\` is the public sandbox: believable data, read-only.
Amounts are in the property's currency, dates are the property's. Any write may carry an \`Idempotency-Key\`. A parameter or body member that an operation does not know is refused, with the name that was probably meant. Refusals are problem details (RFC 9457) with a stable \`code\`. Numbers of payment cards are never kept: in every text that is sent, \`***\` replaces them, and the answer shows it.

A token may be restricted to scopes; what an operation or a member of it needs beyond them is refused with \`scope_missing\`, or not shown. ${SCOPE_NAMES.map((name) => `\`${name}\`: ${SCOPES[name]}`).join('. ')}.

People who are signed in (\`/session\`) use the word \`session\` in place of a token, from pages of this server; their role opens what scopes of a token would.

The version is that of this API; the program that serves it is innwire ${VERSION}. Properties, rooms, tokens and channels are made over the operator's API: \`/operator/openapi.json\`, with the operator key.`;

function describeOperatorApi(baseUrl: string): Json {
  const about = {
    title: "innwire, the operator's side",
    version: VERSION,
    description:
      'For whoever runs this installation. The key is OPERATOR_KEY, or lies in DATA_DIR/operator.key: send it as `Authorization: Bearer …`. People who are signed in (`/session`) call operations without it, from pages of this server, as far as their role goes: `x-roles`. The version is that of the program.',
  };
  const described = describe('operator', { about, baseUrl, operations: operatorOperations });
  return {
    ...described,
    components: { ...described.components, securitySchemes: { operatorKey: OPERATOR_KEY, session: SESSION } },
    security: [{ operatorKey: [] }],
    'x-protocols': describeProtocols(),
  };
}

const OPERATOR_KEY = {
  type: 'http',
  scheme: 'bearer',
  description: 'the operator key: OPERATOR_KEY, or the content of DATA_DIR/operator.key',
};

const SESSION = {
  type: 'apiKey',
  in: 'cookie',
  name: SECURE_COOKIE,
  description: `the cookie of somebody who is signed in; \`${LOOPBACK_COOKIE}\` on the machine itself without https`,
};

/** Describes which roles open an operation of the operator instead of its key. */
function securityOfPeople(operation: Operation): Json {
  return { 'x-roles': rolesOf(operation), security: [{ operatorKey: [] }, { session: [] }] };
}

type Described = {
  about: { title: string; version: string; description: string };
  baseUrl: string;
  operations: readonly Operation[];
};

function describe(audience: Audience, { about, baseUrl, operations }: Described) {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation, audience) };
  }
  return {
    openapi: '3.0.3',
    info: { ...about, license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' } },
    servers: [{ url: baseUrl }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: usedRecords(paths) },
  };
}

function describeOperation(operation: Operation, audience: Audience): Json {
  const { name, tag, summary, description, body } = operation;
  const answer = operation.kind === 'list' ? { type: 'array', items: operation.item } : operation.answer;
  const isCached = isCacheable(operation);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: audience === 'public' ? `${description}${describeScopes(operation)}` : description,
    ...(audience === 'public' && { 'x-scopes': operation.scopes ?? [] }),
    ...(audience === 'operator' && rolesOf(operation).length > 0 && securityOfPeople(operation)),
    parameters: parametersOf(operation, audience),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: closed(withReferences(body)), example: exampleOf(body as Json) },
        },
      },
    }),
    responses: {
      200: {
        description: 'success',
        headers: successHeaders(operation, audience),
        content: describeFile(operation) ?? {
          'application/json': { schema: withReferences(answer), example: exampleOf(answer as Json) },
          ...describeCsv(operation),
        },
      },
      ...(isCached && {
        304: { description: 'not modified since the answer with the ETag in If-None-Match' },
      }),
      ...describeProblems(problemsOf(operation, audience)),
    },
  };
}

/** Returns the description of an answer that is a file; null = it is none. */
function describeFile(operation: Operation): Json | null {
  if (operation.kind !== 'read' || !operation.file) return null;
  const schema = { type: 'string', format: 'binary' };
  return Object.fromEntries(operation.file.map((type) => [type, { schema }]));
}

/** Returns the description of the answer as CSV, of an operation that has one. */
function describeCsv(operation: Operation): Json {
  const row = 'csv' in operation && operation.csv?.row;
  if (!row) return {};
  const record = exampleOf(row as unknown as Json) as Record<string, unknown>;
  return { 'text/csv': { schema: text({ description: 'with `format=csv`' }), example: toCsv([record]) } };
}

/** Returns the sentence that says which scopes a restricted token needs for an operation. */
function describeScopes({ scopes = [] }: Operation): string {
  if (scopes.length === 0) return '';
  return `\n\nScope${scopes.length > 1 ? 's' : ''}: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`;
}

function parametersOf(operation: Operation, audience: Audience): Json[] {
  return [
    ...(audience === 'public' ? [API_TOKEN] : []),
    ...Object.entries((operation.params as TObject).properties).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema,
    })),
    ...queryParameters(operation),
    ...(audience === 'public' && !isOfToken(operation) ? [HOTEL_ID] : []),
    ...(writes(operation) && audience !== 'session' ? [IDEMPOTENCY_KEY] : []),
    ...(operation.kind === 'write' && operation.changes ? [IF_MATCH] : []),
    ...(isCacheable(operation) ? [IF_NONE_MATCH] : []),
  ];
}

/** Whether an operation concerns all properties of the token. */
function isOfToken(operation: Operation): boolean {
  return operation.kind === 'list' && operation.ofToken === true;
}

/** Whether the answers of an operation carry an ETag. */
function isCacheable(operation: Operation): boolean {
  return 'caching' in operation && operation.caching !== 'no-store' && operation.caching !== 'no-etag';
}

/** Returns the query parameters of an operation; for a list, with those of its paging. */
function queryParameters(operation: Operation): Json[] {
  const query: TObject = operation.kind === 'list' ? listParameters(operation) : operation.query;
  const required: readonly string[] = query.required ?? [];
  return Object.entries(query.properties).map(([name, schema]) =>
    queryParameter(name, schema, required.includes(name)),
  );
}

/**
 * Describes a query parameter. An optional one has its example in its description only: the explorer fills in
 * the examples of schemas, so the first try of a list would be filtered by all of them at once.
 */
function queryParameter(name: string, schema: TSchema, required: boolean): Json {
  const { description, example, ...rest } = schema as Json;
  if (required || example === undefined || rest.type === 'boolean' || 'default' in rest)
    return {
      name,
      in: 'query',
      required,
      description,
      schema: example === undefined || rest.type === 'boolean' ? rest : { ...rest, example },
    };
  return { name, in: 'query', required, description: `${description}; such as \`${example}\``, schema: rest };
}

function header(description: string, schema: TSchema): Json {
  return { description, schema };
}

function successHeaders(operation: Operation, audience: Audience): Json {
  return {
    'X-Executed-At': header('time of the answer', text({ format: 'date-time' })),
    'Server-Timing': header('how long it took: `app;dur=<ms>`', text()),
    'X-Request-Id': header('echoed or generated; also in the usage log', text()),
    ...Object.fromEntries(
      Object.entries(operation.headers ?? {}).map(([name, description]) => [
        name,
        header(description, text()),
      ]),
    ),
    ...(audience === 'public' && {
      'RateLimit-Limit': header('requests per minute allowed for this token', integer()),
      'RateLimit-Remaining': header('requests left in this minute', integer()),
      'RateLimit-Reset': header('seconds until the minute ends', integer()),
    }),
    ...(writes(operation) &&
      audience !== 'session' && {
        'Idempotent-Replayed': header(
          '`true` if this is the stored answer to an earlier request with the same Idempotency-Key',
          text(),
        ),
      }),
    ...(isCacheable(operation) && { ETag: header('of this answer', text()) }),
    ...(answersChangedRecord(operation) && {
      ETag: header('of the changed record: send it as `If-Match` with the next change', text()),
    }),
    ...('csv' in operation &&
      operation.csv && { 'Content-Disposition': header('name of the file, with `format=csv`', text()) }),
    ...(operation.kind === 'list' && { Link: header('link to the next page, if there is one', text()) }),
  };
}

/** Replaces named records by references; other schemas stay in place. */
function withReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withReferences);
  if (schema === null || typeof schema !== 'object') return schema;
  const { $id } = schema as { $id?: string };
  if ($id) return { $ref: `#/components/schemas/${$id}` };
  return Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, withReferences(member)]));
}

/**
 * Closes the objects of a request to unknown members. Records of answers stay open, because answers may get
 * further members.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]));
  return isObjectSchema(schema) ? { ...members, additionalProperties: false } : members;
}

function isObjectSchema(schema: object): boolean {
  return (schema as Json).type === 'object' && typeof (schema as Json).properties === 'object';
}

/** Returns the record schemas that the paths refer to, themselves or through other records, by name. */
function usedRecords(paths: Json): Json {
  const records = Object.values(NAMED_RECORDS as Record<string, { $id?: string }>).map(
    ({ $id, ...schema }) => [$id ?? '', withReferences(schema)] as const,
  );
  const used = new Map<string, unknown>();
  const addUsedBy = (described: unknown) => {
    const text = JSON.stringify(described);
    for (const [name, schema] of records) {
      if (used.has(name) || !text.includes(`"#/components/schemas/${name}"`)) continue;
      used.set(name, schema);
      addUsedBy(schema);
    }
  };
  addUsedBy(paths);
  return Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the example of a schema, composed from the examples of its members. */
export function exampleOf(schema: Json): unknown {
  if ('example' in schema) return schema.example;
  const variants = schema.anyOf as Json[] | undefined;
  if (variants) return exampleOf(variants[0]!);
  if (schema.type === 'array') return [exampleOf(schema.items as Json)];
  if (schema.type === 'object') {
    const members = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member)]));
  }
  if (schema.nullable) return null;
  return { integer: 1, number: 1, boolean: true }[schema.type as string] ?? 'text';
}
