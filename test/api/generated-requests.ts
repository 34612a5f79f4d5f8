// Generated requests: made from an operation's declaration, then altered.
import fc from 'fast-check';
import { GARBAGE, hostileHeader, hostileJson, hostileUrlText } from './hostile-input.ts';
import type { Ids } from './populated.ts';
import { type AnyOperation, sampleRequest } from './sample-requests.ts';
import type { Json } from './schema-check.ts';

export type GeneratedRequest = {
  method: string;
  path: string;
  /** whether the path was altered too, so that it may belong to another operation */
  pathBent: boolean;
  headers: Record<string, string>;
  raw: string | undefined;
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];
const TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;',
  'multipart/form-data',
  'application/xml',
  '*/*',
];

/** Generates requests to an operation from its description: often valid, mostly not. */
export function requestsTo(
  operation: AnyOperation,
  described: Json,
  known: { ids: Ids; token: string },
): fc.Arbitrary<GeneratedRequest> {
  const sample = sampleRequest(operation, known.ids, known.token);
  const [path = '', search = ''] = sample.path.split('?');
  const parameters = described.parameters.filter((one: Json) => one.in === 'query') as Json[];
  return fc
    .record({
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant(sample.method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: fc.oneof({ weight: 12, arbitrary: fc.constant(path) }, { weight: 1, arbitrary: bentPath(path) }),
      query: queries(parameters, new URLSearchParams(search)),
      raw: bodies(sample.body, described.requestBody?.content['application/json'].schema),
      type: fc.oneof(
        { weight: 15, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
      ),
      more: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...HEADERS), hostileHeader, { maxKeys: 3 }) },
      ),
    })
    .map(({ query, more, type, path: sent, ...request }) => ({
      ...request,
      path: query === '' ? sent : `${sent}?${query}`,
      pathBent: sent !== path,
      headers: { ...more, ...(request.raw !== undefined && { 'content-type': type }) },
    }));
}

const HEADERS = [
  'idempotency-key',
  'if-none-match',
  'x-request-id',
  'accept',
  'accept-encoding',
  'accept-version',
  'content-encoding',
  'range',
  'cookie',
  'origin',
  'x-http-method-override',
];

function bentPath(path: string): fc.Arbitrary<string> {
  const segments = path.split('/');
  return fc
    .record({ at: fc.integer({ min: 2, max: segments.length - 1 }), text: hostileUrlText })
    .map(({ at, text }) => segments.with(at, text).join('/'));
}

function queries(parameters: readonly Json[], sample: URLSearchParams): fc.Arbitrary<string> {
  const valid = [...sample].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const names = [
    ...parameters.map((one) => one.name as string),
    'unknown',
    '__proto__',
    'limit',
    'cursor',
    '',
  ];
  const bent = fc.array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...names), hostileUrlText).map(([name, value]) => `${name}=${value}`),
      ...parameters.map((one) =>
        valuesOf(one.schema).map((value) => `${one.name}=${encodeURIComponent(String(value))}`),
      ),
    ),
    { maxLength: 4 },
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(valid.join('&')) },
    { weight: 2, arbitrary: bent.map((pairs) => [...valid, ...pairs].join('&')) },
    { weight: 1, arbitrary: bent.map((pairs) => pairs.join('&')) },
    { weight: 1, arbitrary: fc.constantFrom('&&&', '=', '?', '%', 'a', '&=&', 'limit', 'limit[]=1') },
  );
}

function bodies(sample: unknown, schema: Json | undefined): fc.Arbitrary<string | undefined> {
  const none = fc.constant(undefined);
  const anything = fc.oneof(hostileJson, fc.constantFrom(...GARBAGE));
  if (sample === undefined || !schema) {
    return fc.oneof({ weight: 6, arbitrary: none }, { weight: 1, arbitrary: anything });
  }
  const variant = schema.anyOf ? schema.anyOf[0] : schema;
  const members = bentMembers(sample as Json, variant.properties ?? {});
  return fc.oneof(
    { weight: 10, arbitrary: members },
    ...(schema.anyOf
      ? [{ weight: 4, arbitrary: fc.array(members, { minLength: 1, maxLength: 5 }).map((all) => `[${all}]`) }]
      : []),
    { weight: 2, arbitrary: anything },
    { weight: 1, arbitrary: none },
  );
}

/** Generates the sample with some members replaced by other valid values, some altered, removed or added. */
function bentMembers(sample: Json, properties: Record<string, Json>): fc.Arbitrary<string> {
  const names = Object.keys(properties);
  const fitting = names.filter((name) => !/(^|_)id$|^rid$/.test(name));
  const change = fc.oneof(
    ...fitting.map((name) =>
      valuesOf(properties[name]!).map((value) => [name, JSON.stringify(value)] as [string, string | null]),
    ),
    fc.tuple(fc.constantFrom(...names, 'unknown', '__proto__'), hostileJson),
    fc.tuple(fc.constantFrom(...names), fc.constant(null)),
  );
  return fc.array(change, { maxLength: 4 }).map((changes) => {
    const members = new Map<string, string | null>(
      Object.entries(sample).map(([name, value]) => [name, JSON.stringify(value)]),
    );
    for (const [name, value] of changes) members.set(name, value);
    const written = [...members].filter(([, value]) => value !== null && value !== undefined);
    return `{${written.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  });
}

/** Generates values that a schema allows. */
function valuesOf(schema: Json): fc.Arbitrary<unknown> {
  if (schema.nullable) return fc.option(valuesOf({ ...schema, nullable: false }));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -5, -5), max: Math.min(schema.maximum ?? 50, 50) });
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      );
    case 'array':
      return fc.array(valuesOf(schema.items), { minLength: schema.minItems ?? 0, maxLength: 4 });
    case 'object':
      return schema.properties
        ? fc.record(
            Object.fromEntries(
              Object.entries(schema.properties as Json).map(([name, member]) => [name, valuesOf(member)]),
            ),
            { requiredKeys: (schema.required ?? []) as string[] },
          )
        : fc.dictionary(fc.string(), fc.jsonValue({ depthSize: 'small' }), { maxKeys: 3 });
    default:
      return textsOf(schema);
  }
}

function textsOf(schema: Json): fc.Arbitrary<string> {
  if (schema.format === 'date') {
    const first = Temporal.PlainDate.from('2026-11-01');
    return fc.integer({ min: -400, max: 400 }).map((days) => first.add({ days }).toString());
  }
  if (schema.format === 'date-time') {
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (schema.format === 'email') return fc.emailAddress();
  if (schema.pattern) return fc.constant(String(schema.example ?? ''));
  return fc.string({
    unit: 'grapheme',
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 60, 60),
  });
}
