// The OpenAPI 3.0.3 descriptions, generated from the declarations of the operations.
import type { TSchema } from 'typebox';
import { VERSION } from '../config.ts';
import type { ProblemCode } from '../problems.ts';
import { NAMED_RECORDS } from './named-records.ts';
import { IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH } from './openapi-headers.ts';
import { describeMcp, MCP_PATH, MCP_TAG } from './openapi-mcp.ts';
import { describeProblems, operatorProblemsOf, problemsOf } from './openapi-problems.ts';
import type { Operation } from './operation.ts';
import { type OperatorOperation, queryOf } from './operator/operation.ts';
import { listParameters } from './paging.ts';
import { integer, text } from './schema.ts';

type Json = Record<string, unknown>;

/** The version of the public API; not the version of this program. */
const API_VERSION = '2.0.0';

/** Describes the public API: the operations that a property token opens. */
export function describePublicApi(operations: readonly Operation[], baseUrl: string): Json {
  const about = { title: 'innwire', version: API_VERSION, description: PUBLIC_INTRODUCTION, baseUrl };
  const described = describeApi(about, operations.map(describePublic));
  return {
    ...described,
    tags: [...(described.tags as Json[]), { name: MCP_TAG }],
    paths: { ...(described.paths as Json), [MCP_PATH]: describeMcp() },
  };
}

/** Describes the operator API: properties, rooms, tokens, channels. */
export function describeOperatorApi(operations: readonly OperatorOperation[], baseUrl: string): Json {
  const about = {
    title: "innwire, the operator's side",
    version: VERSION,
    description:
      'For whoever runs this installation. The key is OPERATOR_KEY, or lies in DATA_DIR/operator.key: send it as `Authorization: Bearer …`. The version is that of the program.',
    baseUrl,
  };
  const described = describeApi(about, operations.map(describeOperator));
  const components = described.components as Json;
  return {
    ...described,
    components: { ...components, securitySchemes: { operatorKey: OPERATOR_KEY } },
    security: [{ operatorKey: [] }],
  };
}

const OPERATOR_KEY = {
  type: 'http',
  scheme: 'bearer',
  description: 'the operator key: OPERATOR_KEY, or the content of DATA_DIR/operator.key',
};

type Described = { path: string; method: string; tag: string; operation: Json };

function describeApi(
  about: { title: string; version: string; description: string; baseUrl: string },
  described: readonly Described[],
): Json {
  const paths: Record<string, Json> = {};
  for (const { path, method, operation } of described) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: about.title,
      version: about.version,
      description: about.description,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: about.baseUrl }],
    tags: [...new Set(described.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: usedRecords(paths) },
  };
}

const PUBLIC_INTRODUCTION = `A property management system that also relays data to and from the OTAs.

The credential is the property token, the last segment of every path: there is nothing else to authorize with. \`api_token\` is the public sandbox: believable data, read-only.
Amounts are in the property's currency, dates are the property's. Any write may carry an \`Idempotency-Key\`. A parameter or body member that an operation does not know is refused, with the name that was probably meant. Refusals are problem details (RFC 9457) with a stable \`code\`. Numbers of payment cards are never kept: in every text that is sent, \`***\` replaces them, and the answer shows it.

The version is that of this API; the program that serves it is innwire ${VERSION}. Properties, rooms, tokens and channels are made over the operator's API: \`/operator/openapi.json\`, with the operator key.`;

function describePublic(operation: Operation): Described {
  const cached = operation.kind !== 'write' && operation.caching !== 'never';
  return describe(operation, {
    parameters: [
      {
        name: 'api_token',
        in: 'path',
        required: true,
        description: 'the property token; `api_token` is the sandbox',
        schema: { type: 'string', example: 'api_token' },
      },
      ...queryParameters(operation),
      ...(operation.kind === 'write' ? [IDEMPOTENCY_KEY] : []),
      ...(operation.kind === 'write' && operation.guarded ? [IF_MATCH] : []),
      ...(cached ? [IF_NONE_MATCH] : []),
    ],
    body: operation.kind === 'write' ? operation.body : null,
    answer: operation.kind === 'list' ? { type: 'array', items: operation.item } : operation.answer,
    problems: problemsOf(operation),
    cached,
    paged: operation.kind === 'list',
    writes: operation.kind === 'write',
    limited: true,
    headers: operation.headers,
  });
}

function describeOperator(operation: OperatorOperation): Described {
  const writes = operation.method !== 'GET';
  const cached = 'caching' in operation && (operation.caching ?? 'never') !== 'never';
  return describe(operation, {
    parameters: [
      ...Object.entries(operation.params.properties).map(([name, schema]) => ({
        name,
        in: 'path',
        required: true,
        schema,
      })),
      ...queryParameters(operation),
      ...(writes ? [IDEMPOTENCY_KEY] : []),
      ...(operation.kind === 'write' && operation.guarded ? [IF_MATCH] : []),
      ...(cached ? [IF_NONE_MATCH] : []),
    ],
    body: operation.body,
    answer: operation.kind === 'list' ? { type: 'array', items: operation.item } : operation.answer,
    problems: operatorProblemsOf(operation),
    cached,
    paged: operation.kind === 'list',
    writes,
    limited: false,
    headers: operation.headers,
  });
}

type Parts = {
  parameters: Json[];
  body: TSchema | null;
  answer: TSchema | Json;
  problems: readonly ProblemCode[];
  cached: boolean;
  paged: boolean;
  writes: boolean;
  /** counts against a limit of requests per minute */
  limited: boolean;
  headers: Record<string, string> | undefined;
};

type Texts = Pick<Operation, 'name' | 'method' | 'path' | 'tag' | 'summary' | 'description'>;

function describe(texts: Texts, parts: Parts): Described {
  const { path, method, tag } = texts;
  return {
    path,
    method,
    tag,
    operation: {
      operationId: texts.name,
      tags: [tag],
      summary: texts.summary,
      description: texts.description,
      parameters: parts.parameters,
      ...(parts.body && {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: closed(withReferences(parts.body)),
              example: exampleOf(parts.body as Json),
            },
          },
        },
      }),
      responses: {
        200: {
          description: 'success',
          headers: successHeaders(parts),
          content: {
            'application/json': {
              schema: withReferences(parts.answer),
              example: exampleOf(parts.answer as Json),
            },
          },
        },
        ...(parts.cached && { 304: { description: 'not modified since the ETag in If-None-Match' } }),
        ...describeProblems(parts.problems),
      },
    },
  };
}

/** Returns the query parameters of an operation; for a list, with those of its paging. */
function queryParameters(operation: Operation | OperatorOperation): Json[] {
  const query = operation.kind === 'list' ? listParameters(operation) : queryOf(operation);
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

function successHeaders(parts: Parts): Json {
  return {
    'X-Executed-At': header('when the server answered', text({ format: 'date-time' })),
    'Server-Timing': header('how long it took: `app;dur=<ms>`', text()),
    'X-Request-Id': header('echoed or generated; also in the usage log', text()),
    ...Object.fromEntries(
      Object.entries(parts.headers ?? {}).map(([name, description]) => [name, header(description, text())]),
    ),
    ...(parts.limited && {
      'RateLimit-Limit': header('requests a minute with this token', integer()),
      'RateLimit-Remaining': header('how many are left of them', integer()),
      'RateLimit-Reset': header('seconds until the minute is over', integer()),
    }),
    ...(parts.writes && {
      'Idempotent-Replayed': header(
        '`true` where the answer to an Idempotency-Key was stored before',
        text(),
      ),
    }),
    ...(parts.cached && { ETag: header('of this answer', text()) }),
    ...(parts.paged && { Link: header('the next page, when there is one', text()) }),
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

/** Returns the record schemas that the paths refer to, by name. */
function usedRecords(paths: Json): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.values(NAMED_RECORDS as Record<string, { $id?: string }>)
      .map(({ $id, ...schema }) => [$id ?? '', schema] as const)
      .filter(([name]) => text.includes(`"#/components/schemas/${name}"`))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
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
