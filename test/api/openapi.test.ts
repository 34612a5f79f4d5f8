// The OpenAPI descriptions: valid, complete, equal to the committed files, with examples that match their
// schemas.
import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { descriptions } from '../../scripts/write-openapi.ts';
import { operatorOperations, publicOperations, sessionOperations } from '../../src/api/operations.ts';
import { PROBLEMS } from '../../src/problems.ts';
import { OPERATOR_KEY, useApi } from '../harness/api.ts';
import { checkAgainst, type Json, type SchemaCheck } from './schema-check.ts';

const api = useApi();
const documents: Record<string, Json> = {};
const checks: Record<string, SchemaCheck> = {};
const MCP = '/mcp/{api_token}';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

beforeAll(async () => {
  documents.public = (await api.get('/api/openapi.json')).body;
  documents.operator = (
    await api.get('/operator/openapi.json', { authorization: `Bearer ${OPERATOR_KEY}` })
  ).body;
  for (const side of ['public', 'operator']) checks[side] = checkAgainst(documents[side]!);
});

/** Returns every operation of a document: its path, method and description. */
const operationsOf = (document: Json): [string, string, Json][] =>
  Object.entries(document.paths as Json).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map(
      (method) => [path, method, item[method]] as [string, string, Json],
    ),
  );

test.each(Object.entries(descriptions()))('%s is as the code makes it', async (file, expected) => {
  const committed = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8').catch(() => '');
  expect(committed === expected, `${file} is out of date: run "node scripts/write-openapi.ts"`).toBe(true);
});

describe.each(['public', 'operator'])('the %s description', (side) => {
  test('is valid OpenAPI 3.0.3', async () => {
    const result = await new Validator().validate(structuredClone(documents[side]!));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(documents[side]!.openapi).toBe('3.0.3');
    expect(documents[side]!.servers).toEqual([{ url: 'http://innwire.test' }]);
  });

  test('describes each operation with a unique name, texts, a tag and a response', () => {
    const described = operationsOf(documents[side]!).filter(([path]) => path !== MCP);
    const wanted = side === 'public' ? [...publicOperations, ...sessionOperations] : operatorOperations;
    expect(
      described.map(([path, method, one]) => [one.operationId, method.toUpperCase(), path]).toSorted(),
    ).toEqual(wanted.map(({ name, method, path }) => [name, method, path]).toSorted());
    const tags = documents[side]!.tags.map((tag: Json) => tag.name);
    for (const [, , { summary, description, tags: own, responses }] of described) {
      expect(summary.length).toBeGreaterThan(3);
      expect(description.length).toBeGreaterThan(10);
      expect(tags).toContain(own[0]);
      const [[type, { schema }]] = Object.entries<Json>(responses[200].content) as [[string, Json]];
      expect(type).toMatch(/^(application\/json|image\/\w+|\*\/\*)$/);
      expect(schema).toBeDefined();
    }
  });

  test('describes every parameter of its paths, each once', () => {
    for (const [path, , { parameters }] of operationsOf(documents[side]!)) {
      const inPath = parameters.filter((one: Json) => one.in === 'path').map((one: Json) => one.name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const names = parameters.map((one: Json) => `${one.in} ${one.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('refers only to schemas that it has, and has only those it refers to', () => {
    const text = JSON.stringify(documents[side]);
    const used = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect([...used].toSorted()).toEqual(Object.keys(documents[side]!.components.schemas).toSorted());
  });

  test('has examples that fit their schemas, everywhere', () => {
    const wrong: string[] = [];
    const { errors } = checks[side]!;
    // The same refusal is an example of many operations.
    const seen = new Set<string>();
    const visit = (value: unknown, where: string): void => {
      if (value === null || typeof value !== 'object') return;
      const { schema, example, examples, type } = value as Json;
      const of = schema ?? (type && value);
      const given = [
        ...('example' in value ? [example] : []),
        ...(examples && schema ? Object.values(examples as Json).map((one) => one.value) : []),
      ];
      for (const one of of ? given : []) {
        const key = JSON.stringify([of, one]);
        if (seen.has(key)) continue;
        seen.add(key);
        wrong.push(...errors(of, one).map((error) => `${where}: ${error}`));
      }
      for (const [name, member] of Object.entries(value)) {
        if (name !== 'example' && name !== 'examples') visit(member, `${where}/${name}`);
      }
    };
    visit(documents[side]!.paths, 'paths');
    visit(documents[side]!.components, 'components');
    expect(wrong).toEqual([]);
  });

  test('has an example for every body, in and out', () => {
    for (const [, , { requestBody, responses }] of operationsOf(documents[side]!)) {
      const contents = [requestBody, ...Object.values(responses as Json)].flatMap((one) =>
        Object.values(one?.content ?? {}),
      );
      const inJson = (contents as Json[]).filter(({ schema }) => schema.format !== 'binary');
      for (const content of inJson) expect(content.example ?? content.examples).toBeDefined();
    }
  });

  test('gives an example of each code under the status that it has', () => {
    for (const [, , { responses }] of operationsOf(documents[side]!)) {
      for (const [status, response] of Object.entries(responses as Json)) {
        for (const [code, { value }] of Object.entries(
          (response.content?.['application/problem+json']?.examples ?? {}) as Json,
        )) {
          expect(value).toMatchObject({ code, ...PROBLEMS[code as keyof typeof PROBLEMS] });
          expect(value.status).toBe(Number(status));
        }
      }
    }
  });
});

describe('the public description', () => {
  test('of the operator is shown by the explorer without a key, word for word', async () => {
    expect((await api.get('/swagger/operator.json')).body).toEqual(documents.operator);
    expect((await api.get('/operator/openapi.json')).status).toBe(401);
  });

  test('is version 2.0.0', () => {
    expect(documents.public!.info.version).toBe('2.0.0');
  });

  /** How the front desk finds bookings. */
  const FOUND_BY = [
    ...['search', 'name', 'email', 'phone', 'reference'],
    ...['arriving_on', 'departing_on', 'staying_on', 'in_house', 'conflict', 'statuses'],
    ...['sort', 'descending'],
  ];

  /** The contract: the operations, their parameters beside the token, and their own statuses. */
  const PAGE = ['limit', 'cursor'];
  const NEWEST = ['order', 'before', 'order_id', 'room_id', 'by', 'since', 'until'];
  const RANGE = ['fromdate', 'todate'];
  test.each([
    [
      'get',
      'bookings',
      [
        'order_id',
        ...RANGE,
        'room_id',
        'status',
        'group_id',
        'guest_id',
        'unit_id',
        'include',
        'channel',
        'updated_since',
        ...FOUND_BY,
        ...PAGE,
      ],
      [400, 402, 404],
    ],
    ['post', 'bookings', [], [400, 402, 403, 404]],
    ['patch', 'bookings', ['order_id*', 'dry_run'], [400, 402, 403, 404, 412]],
    ['delete', 'bookings', ['order_id*', 'date*'], [400, 402, 403, 404]],
    ['get', 'availability', ['room_id', ...RANGE, ...PAGE], [400, 402, 404]],
    ['post', 'availability', ['dry_run'], [400, 402, 403, 404]],
    ['get', 'offers', ['checkin*', 'checkout*', 'guests', 'children', ...PAGE], [400, 402, 404]],
    ['get', 'rentals', ['room_id', ...PAGE], [400, 402, 404]],
    [
      'get',
      'messages',
      ['rid', 'guest_id', 'unanswered', 'newest_first', 'channel', 'search', ...PAGE],
      [400, 402, 404],
    ],
    ['post', 'messages', [], [400, 402, 403, 404]],
    [
      'get',
      'tasks',
      ['id', 'status', 'open', 'assignee', 'order_id', 'unit_id', 'task_id', ...RANGE, ...PAGE],
      [400, 402, 404],
    ],
    [
      'get',
      'accounting',
      ['room_id', ...RANGE, ...PAGE, 'order_id', 'group_id', 'guest_id', 'type', 'code', 'method', 'format'],
      [400, 402, 404],
    ],
    ['get', 'reports', ['fromdate*', 'todate*', 'by', 'as_of', 'since', 'format'], [400, 402, 404]],
    [
      'get',
      'reviews',
      ['channel', 'unanswered', 'min_score', 'max_score', 'room_id', 'order_id', ...PAGE],
      [400, 402, 404],
    ],
    ['get', 'ical', ['room_id', 'unit_id', ...RANGE, ...PAGE], [400, 402, 404]],
    ['get', 'status', [], [404]],
    ['get', 'hotels', [], [404]],
    ['get', 'events', ['after', 'last', 'kinds', 'wait', 'limit', ...NEWEST], [400, 402, 404]],
    ['get', 'logs', ['kind', 'channel', ...PAGE], [400, 402, 404]],
  ])('has %s %s with its parameters and statuses', (method, resource, parameters, statuses) => {
    const operation = documents.public!.paths[`/api/${resource}/{api_token}`][method];
    const query = operation.parameters.filter((one: Json) => one.in === 'query');
    expect(query.map((one: Json) => one.name + (one.required ? '*' : '')).toSorted()).toEqual(
      // For tokens of several properties.
      [...parameters, 'hotel_id'].toSorted(),
    );
    expect(Object.keys(operation.responses).map(Number)).toEqual(
      expect.arrayContaining([200, ...statuses, 429, 500]),
    );
    const headers = operation.parameters
      .filter((one: Json) => one.in === 'header')
      .map((one: Json) => one.name);
    const guard = ['patch', 'delete'].includes(method) ? ['If-Match'] : [];
    if (method !== 'get') expect(headers).toEqual(['Idempotency-Key', ...guard]);
    if (!['get', 'delete'].includes(method)) expect(operation.requestBody.required).toBe(true);
  });

  test('shows MCP: a stream to open, messages to send, sessions to end', () => {
    const { get, post, delete: end } = documents.public!.paths[MCP];
    expect(get.responses[200].content['text/event-stream']).toBeDefined();
    expect(post.requestBody.content['application/json'].example.method).toBe('initialize');
    for (const one of [get, post, end]) {
      expect(one.parameters[0]).toMatchObject({ name: 'api_token', in: 'path' });
      expect(Object.keys(one.responses)).toEqual(expect.arrayContaining(['402', '404', '429']));
    }
  });

  test('fills in nothing that filters a list: a first try of the explorer shows what there is', () => {
    for (const [path, method, { parameters }] of operationsOf(documents.public!)) {
      for (const { name, required, schema } of parameters as Json[]) {
        if (required || schema.default !== undefined) continue;
        const shown = schema.example ?? false;
        expect(shown, `${method} ${path} ${name}`).toBe(false);
      }
    }
    const { parameters } = documents.public!.paths['/api/bookings/{api_token}'].get;
    const from = parameters.find((one: Json) => one.name === 'fromdate');
    expect(from.description).toMatch(/such as `2026-12-01`$/);
  });

  test('shows 50 as the limit of the log, and ids as 64 bits wide', () => {
    const { parameters } = documents.public!.paths['/api/logs/{api_token}'].get;
    const { schema } = parameters.find((one: Json) => one.name === 'limit');
    expect(schema).toMatchObject({ example: 50, default: 50 });
    const { Availability } = documents.public!.components.schemas;
    expect(Availability.properties.availability_id.format).toBe('int64');
  });

  test('accepts no members in a body but those that it names', () => {
    const bodies = operationsOf(documents.public!)
      .filter(([path, , { requestBody }]) => requestBody && path !== MCP)
      .map(([, , one]) => one.requestBody.content['application/json'].schema);
    for (const schema of bodies.flatMap((one) => one.anyOf ?? [one]))
      expect((schema.items ?? schema).additionalProperties).toBe(false);
  });

  test('lists no 402 where the subscription does not matter', () => {
    for (const resource of ['status', 'hotels']) {
      expect(documents.public!.paths[`/api/${resource}/{api_token}`].get.responses[402]).toBeUndefined();
    }
  });

  test('has every record of the contract with its members in their order', () => {
    const members = (record: string) => Object.keys(documents.public!.components.schemas[record].properties);
    expect(members('Booking')).toEqual(
      'order_id hotel_id room_id name email phone checkin checkout price referral_order_id status channel currency created_at updated_at adults children notes arrival_time guests language country meal collected_by virtual_card commission charges held_until unit_id unit unit_pinned unit_nights companions total paid balance guest_id group_id earlier_rooms connection differences channel_checkin channel_checkout'.split(
        ' ',
      ),
    );
    expect(members('Availability')).toEqual(
      'availability_id hotel_id room_id date available price min_stay max_stay closed_to_arrival closed_to_departure stop_sell'.split(
        ' ',
      ),
    );
    expect(members('Room')).toEqual('room_id hotel_id name capacity price units cots'.split(' '));
    expect(members('Message')).toEqual(
      'id hotel_id rid message reply created_at channel replied_at delivery delivery_error needs_reply attachments delivery_error_cause'.split(
        ' ',
      ),
    );
    expect(members('Task')).toEqual(
      'task_id hotel_id room_id task_name assignee status updated date order_id unit_id unit photos'.split(
        ' ',
      ),
    );
    expect(members('AccountingEntry')).toEqual(
      'id hotel_id amount type description currency room_id order_id date created_at code quantity service_from service_until vat_category vat_rate collected_by method reference reverses_id day_amounts posted_by'.split(
        ' ',
      ),
    );
    expect(members('IcalLink')).toEqual('id hotel_id room_id url channel_name warning unit_id'.split(' '));
    expect(members('Status')).toEqual(
      'hotel_id status channels last_sync subscription channel_details conflicts paused queued_replies'.split(
        ' ',
      ),
    );
    expect(members('Property')).toEqual(
      'hotel_id name currency address timezone settings archived_at'.split(' '),
    );
    expect(members('Review')).toEqual(
      'id hotel_id room_id order_id channel guest_name score scores title positive negative language reply created_at delivery delivery_error delivery_error_cause'.split(
        ' ',
      ),
    );
  });

  test('says what may be null', () => {
    const { schemas } = documents.public!.components;
    const nullable = (record: string) =>
      Object.entries(schemas[record].properties as Json)
        .filter(([, schema]) => (schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema).nullable)
        .map(([name]) => name);
    expect(nullable('Booking')).toEqual([
      'email',
      'phone',
      'referral_order_id',
      'adults',
      'children',
      'notes',
      'arrival_time',
      'guests',
      'language',
      'country',
      'meal',
      'collected_by',
      'virtual_card',
      'commission',
      'charges',
      'held_until',
      'unit_id',
      'unit',
      'unit_nights',
      'companions',
      'guest_id',
      'group_id',
      'earlier_rooms',
      'connection',
      'differences',
      'channel_checkin',
      'channel_checkout',
    ]);
    expect(nullable('Message')).toEqual([
      'message',
      'reply',
      'replied_at',
      'delivery',
      'delivery_error',
      'delivery_error_cause',
    ]);
    expect(nullable('Task')).toEqual(['assignee', 'order_id', 'unit_id', 'unit']);
    expect(nullable('Availability')).toEqual([]);
    expect(nullable('Room')).toEqual(['units']);
  });

  test('needs no key, and the explorer shows it', async () => {
    expect(documents.public!.security).toBeUndefined();
    const page = await api.get('/swagger');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await api.get('/swagger/')).status).toBe(200);
    const script = await api.get('/swagger/static/swagger-initializer.js');
    expect(script.text).toContain('/api/openapi.json');
    expect(script.text).toContain('/swagger/operator.json');
    expect(documents.public!.components.securitySchemes).toBeUndefined();
  });
});
