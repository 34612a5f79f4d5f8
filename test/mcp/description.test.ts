// The descriptions of tools, resources and prompts: small, complete, in the dialect that every client
// understands.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { instructionsFor } from '../../src/api/agent/instructions.ts';
import { describeTool, type ToolListing } from '../../src/api/agent/listing.ts';
import { tools } from '../../src/api/agent/tools/index.ts';
import { clientKinds } from './clients.ts';
import { useEndpoint } from './endpoint.ts';

const api = useEndpoint();
let token: string;
let listed: ToolListing[];
let answers: Record<string, unknown>;

beforeAll(async () => {
  ({ token } = await api.property());
  const client = await api.client(clientKinds()[1]!, token);
  listed = (await client.listTools()).tools as unknown as ToolListing[];
  answers = {
    tools: listed,
    resources: (await client.listResources()).resources,
    templates: (await client.listResourceTemplates()).resourceTemplates,
    prompts: (await client.listPrompts()).prompts,
  };
});

test.each([
  'tools',
  'resources',
  'templates',
  'prompts',
])('%s are described as they were agreed on', async (what) => {
  await expect(`${JSON.stringify(answers[what], null, 2)}\n`).toMatchFileSnapshot(`golden/${what}.json`);
});

test('all tools together fit into 48 KB, also where writes are confirmed by a token', () => {
  expect(JSON.stringify(listed).length).toBeLessThanOrEqual(48 * 1024);
  const strict = tools.map((tool) => describeTool(tool, { withToken: true }));
  expect(JSON.stringify(strict).length).toBeLessThanOrEqual(48 * 1024);
  const writing = strict.filter(({ annotations }) => !annotations.readOnlyHint);
  expect(writing).toHaveLength(6);
  for (const { inputSchema } of writing) expect(inputSchema).toHaveProperty('properties.confirmation_token');
});

test('twenty-two tools, sixteen of them reading, are listed reading first', () => {
  expect(listed).toHaveLength(22);
  expect(listed.map(({ annotations }) => annotations.readOnlyHint)).toEqual([
    ...Array(16).fill(true),
    ...Array(6).fill(false),
  ]);
});

describe.each(tools.map((tool) => [tool.name] as const))('%s', (name) => {
  const tool = () => listed.find((one) => one.name === name)!;

  test('has a short name, a title, a description of a few sentences and all four hints', () => {
    expect(name).toMatch(/^(get|list|check|create|cancel|update|send)_[a-z_]+$/);
    expect(name.length).toBeLessThanOrEqual(32);
    expect(tool().title.length).toBeGreaterThan(3);
    expect(tool().description.length).toBeLessThanOrEqual(400);
    const { title, ...hints } = tool().annotations;
    expect(title).toBe(tool().title);
    expect(Object.keys(hints).sort()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
    ]);
    for (const hint of Object.values(hints)) expect(hint).toBeTypeOf('boolean');
  });

  test('takes one flat object with nothing else in it, each argument explained', () => {
    const { inputSchema } = tool();
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    for (const [argument, schema] of Object.entries(inputSchema['properties'] as object)) {
      expect(schema.type, argument).toMatch(/^(string|integer|number|boolean|array)$/);
      if (!['name', 'email', 'phone', 'status'].includes(argument))
        expect(schema.description, argument).toBeTypeOf('string');
    }
  });

  test('uses no word of JSON Schema that some client does not read', () => {
    const text = JSON.stringify([tool().inputSchema, tool().outputSchema]);
    expect(text).not.toMatch(/"(\$ref|\$defs|anyOf|oneOf|allOf|nullable|example|\$id)"/);
    expect(text).not.toMatch(/"type":\[/);
    // Gemini refuses all tools where one has a format that it does not know.
    expect(text).not.toMatch(/"format":/);
    expect(tool().outputSchema.type).toBe('object');
  });
});

test('the rules for agents fit into a thousand characters', () => {
  const rules = instructionsFor({ timezone: 'America/Argentina/Buenos_Aires', currency: 'EUR' });
  expect(rules.length).toBeLessThanOrEqual(1_000);
});

test.each([
  'http',
  'sse',
])('the strict lint of the MCP Inspector finds nothing over %s', async (transport) => {
  const { code, text } = await inspect(
    '--transport',
    transport,
    '--method',
    'tools/list',
    '--strict',
    '--format',
    'json',
  );
  expect(code, text).toBe(0);
  expect(text).not.toMatch(/warning/i);
  expect(text).toContain('send_guest_message');
});

const INSPECTOR = path.resolve('node_modules/@modelcontextprotocol/inspector');

function inspect(...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(
      path.resolve('node_modules/.bin/mcp-inspector'),
      ['--cli', api.mcpUrl(token), ...args],
      { cwd: INSPECTOR, maxBuffer: 10_000_000 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr }),
    );
  });
}
