// The operations of the operator API with the members of their requests, read from its OpenAPI description.
import { readFileSync } from 'node:fs';

/** JSON Schema, as far as requests use it. */
export type Schema = {
  type?: string | readonly string[];
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  nullable?: boolean;
  anyOf?: readonly Schema[];
  description?: string;
  example?: unknown;
  default?: unknown;
};

/** A value of a request that has a name of its own. */
export type Member = {
  /** `settings.checkin_time` is nested in `settings` */
  member: string;
  place: 'path' | 'query' | 'body';
  required: boolean;
  description: string;
  schema: Schema;
};

export type DescribedOperation = {
  name: string;
  method: string;
  /** with names in braces, as `/operator/properties/{hotel_id}` */
  path: string;
  summary: string;
  description: string;
  hasBody: boolean;
  /** it also answers as CSV */
  hasCsv: boolean;
  members: readonly Member[];
};

/**
 * The generated description, which a test compares with the operations. Reading it takes 7 ms; importing the
 * operations themselves takes 400 ms (docs/decisions/0021-commands-from-the-openapi-description.md).
 */
const DESCRIPTION = new URL('../../openapi.operator.json', import.meta.url);

type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema };

type Described = {
  operationId: string;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  responses: { 200?: { content?: Record<string, unknown> } };
  requestBody?: { content: { 'application/json': { schema: Schema } } };
};

type Document = {
  paths: Record<string, Record<string, Described>>;
  'x-protocols': Record<string, { title: string; settings: Schema; credentials: Schema }>;
};

const description = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as Document;

export const OPERATIONS: readonly DescribedOperation[] = Object.entries(description.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, described]) => toOperation(path, method, described)),
);

const byName = new Map(OPERATIONS.map((operation) => [operation.name, operation]));

/** Returns an operation by its name. Throws when there is none. */
export function findOperation(name: string): DescribedOperation {
  const operation = byName.get(name);
  if (!operation) throw new Error(`the operator API has no operation ${name}`);
  return operation;
}

function toOperation(path: string, method: string, described: Described): DescribedOperation {
  const body = described.requestBody?.content['application/json'].schema;
  // Commands ask for CSV with the option --csv.
  const hasCsv = described.responses[200]?.content?.['text/csv'] !== undefined;
  const members = described.parameters.filter(({ name }) => !(hasCsv && name === 'format'));
  const membersIn = (place: string) => members.filter((one) => one.in === place).map(toMember);
  return {
    name: described.operationId,
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    description: described.description,
    hasBody: body !== undefined,
    hasCsv,
    members: [...membersIn('path'), ...(body ? membersOf(body) : []), ...membersIn('query')],
  };
}

function toMember({ name, in: place, required, description: text, schema }: Parameter): Member {
  return {
    member: name,
    place: place as Member['place'],
    required,
    description: text ?? schema.description ?? '',
    schema,
  };
}

/**
 * Returns the members of a body, those of nested objects by their path. Of a body that is an object or a list
 * of such objects, those of one object.
 */
function membersOf(schema: Schema, prefix = '', isRequired = true): Member[] {
  const { properties = {}, required = [] } = schema.properties ? schema : (schema.anyOf?.[0] ?? schema);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const member = prefix + name;
    const isNeeded = isRequired && required.includes(name);
    if (inner.properties) return membersOf(inner, `${member}.`, isNeeded);
    return [
      { member, place: 'body', required: isNeeded, description: inner.description ?? '', schema: inner },
    ];
  });
}

export const DESCRIBED_PROTOCOLS: readonly string[] = Object.keys(description['x-protocols']);

/** Returns the settings and credentials of a protocol. */
export function membersOfProtocol(protocol: string): Member[] {
  const described = description['x-protocols'][protocol];
  if (!described) return [];
  return [...membersOf(described.settings, 'settings.'), ...membersOf(described.credentials, 'credentials.')];
}
