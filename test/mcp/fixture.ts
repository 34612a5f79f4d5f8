// The tools, resources and prompts that the conformance suite expects of a server, served on innwire's own
// route.
import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { McpServerFactory } from '../../src/mcp/host.ts';
import { pause } from './pause.ts';

/** One red pixel; and a WAV file without samples. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const states = createRequestStateCodec<{ round: number }>({
  key: 'a key for the states of the conformance suite',
});

export const conformanceSurface: McpServerFactory = ({ watch, property }) => {
  const server = new Server(
    { name: 'innwire conformance fixture', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
      cacheHints: { 'tools/list': { ttlMs: 1_000, cacheScope: 'public' } },
      requestState: { verify: states.verify },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: `fixture ${name}`,
      inputSchema: INPUTS[name] ?? { type: 'object' as const, properties: {} },
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }, ctx) => {
    const tool = TOOLS[params.name];
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'no such tool');
    return tool({ server, ctx, given: (params.arguments ?? {}) as Record<string, string> }) as CallToolResult;
  });
  server.setRequestHandler('resources/list', () => ({
    resources: [...Object.keys(RESOURCES), 'test://watched-resource'].map((uri) => ({
      uri,
      name: uri.slice('test://'.length),
      description: `fixture ${uri}`,
      mimeType: RESOURCES[uri]?.mimeType ?? 'text/plain',
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'data', description: 'by id' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1];
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    const found = id === undefined ? RESOURCES[uri] : { mimeType: 'application/json', text };
    if (!found) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, ...found }] } as never;
  });
  if (watch) {
    server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
      watch.add(uri, property);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      watch.remove(uri);
      return {};
    });
  }
  server.setRequestHandler('prompts/list', () => ({
    prompts: PROMPTS.map(({ make: _, ...listed }) => listed),
  }));
  server.setRequestHandler('prompts/get', ({ params }, ctx) => {
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'no such prompt');
    return prompt.make(params.arguments ?? {}, ctx) as never;
  });
  server.setRequestHandler('completion/complete', ({ params }) => {
    const values = ['paris', 'park', 'party'].filter((word) => word.startsWith(params.argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
  return server;
};

type Called = { server: Server; ctx: ServerContext; given: Record<string, string> };

const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
const resource = (uri: string, mimeType: string, text: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text },
});
const form = (properties: object) =>
  ({ type: 'object', properties, required: Object.keys(properties) }) as never;

const elicit = (message: string, properties: object) =>
  inputRequired.elicit({ message, requestedSchema: form(properties) });
const NAME = () => elicit('What is your name?', { name: { type: 'string' } });
const CAPITAL = () =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
    maxTokens: 100,
  });

/** Returns a handler that asks until every question has an answer of its kind. */
function asking(
  questions: () => InputRequests,
  done: (answers: Record<string, unknown>) => unknown,
  state?: number,
) {
  return async ({ ctx }: Pick<Called, 'ctx'>) => {
    const requests = questions();
    const answers = ctx.mcpReq.inputResponses ?? {};
    const isAnswered = (key: string) => {
      const answer = inputResponse(answers, key);
      return answer.kind === 'elicit' ? answer.content !== undefined : answer.kind !== 'missing';
    };
    if (Object.keys(requests).every(isAnswered)) return done(answers);
    return inputRequired({
      inputRequests: requests,
      ...(state !== undefined && { requestState: await states.mint({ round: state }, ctx) }),
    });
  };
}

const TOOLS: Record<string, (called: Called) => unknown> = {
  test_simple_text: () => say('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    ...say('This tool intentionally returns an error for testing'),
    isError: true,
  }),
  test_tool_with_logging: async ({ ctx }) => {
    for (const text of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await ctx.mcpReq.log('info', text);
      await pause(50);
    }
    return say('done');
  },
  test_logging_tool: async ({ ctx }) => {
    await ctx.mcpReq.log('info', 'only for those who asked');
    return say('done');
  },
  test_tool_with_progress: async ({ ctx }) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await ctx.mcpReq.notify({ method: 'notifications/progress', params });
      }
      await pause(50);
    }
    return say('done');
  },
  test_sampling: async ({ ctx, given }) => {
    const content = { type: 'text' as const, text: given['prompt']! };
    const answer = await ctx.mcpReq.requestSampling(
      {
        messages: [{ role: 'user', content }],
        maxTokens: 100,
      },
      onOwnStream(ctx),
    );
    return say(`LLM response: ${JSON.stringify(answer.content)}`);
  },
  test_elicitation: ({ ctx, given }) =>
    elicited(ctx, given['message']!, {
      username: { type: 'string', description: "User's response" },
      email: { type: 'string', description: "User's email address" },
    }),
  test_elicitation_sep1034_defaults: ({ ctx }) =>
    elicited(ctx, 'Defaults', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  test_elicitation_sep1330_enums: ({ ctx }) => elicited(ctx, 'Choices', ENUMS),
  test_reconnection: async ({ ctx }) => {
    ctx.http?.closeSSE?.();
    await pause(200);
    return say('Reconnected');
  },
  json_schema_2020_12_tool: () => say('done'),
  test_streaming_elicitation: asking(
    () => ({ user_name: NAME() }),
    () => say('done'),
  ),
  test_missing_capability: ({ server }) => {
    if (!server.getClientCapabilities()?.sampling)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return say('done');
  },
  test_input_required_result_elicitation: asking(
    () => ({ user_name: NAME() }),
    (answers) => say(`Hello, ${JSON.stringify(answers['user_name'])}`),
  ),
  test_input_required_result_sampling: asking(
    () => ({ capital_question: CAPITAL() }),
    (answers) => say(JSON.stringify(answers['capital_question'])),
  ),
  test_input_required_result_list_roots: asking(
    () => ({ client_roots: inputRequired.listRoots() }),
    (answers) => say(JSON.stringify(answers['client_roots'])),
  ),
  test_input_required_result_request_state: asking(
    () => ({ confirm: elicit('Please confirm', { ok: { type: 'boolean' } }) }),
    () => say('state-ok'),
    1,
  ),
  test_input_required_result_tampered_state: asking(
    () => ({ confirm: elicit('Please confirm', { ok: { type: 'boolean' } }) }),
    () => say('state-ok'),
    1,
  ),
  test_input_required_result_multiple_inputs: asking(
    () => ({ user_name: NAME(), greeting: CAPITAL(), client_roots: inputRequired.listRoots() }),
    () => say('done'),
    1,
  ),
  test_input_required_result_multi_round: (called) => {
    const round = called.ctx.mcpReq.requestState<{ round: number }>()?.round ?? 1;
    const first = () => ({ step1: elicit('Step 1: What is your name?', { name: { type: 'string' } }) });
    const second = () => ({
      step2: elicit('Step 2: What is your favorite color?', { color: { type: 'string' } }),
    });
    if (round === 2) return asking(second, () => say('done'), 2)(called);
    return asking(first, () => asking(second, () => say('done'), 2)(called), 1)(called);
  },
  test_input_required_result_capabilities: (called) => {
    const can = called.server.getClientCapabilities() ?? {};
    return asking(
      () => ({
        ...(can.elicitation && { user_name: NAME() }),
        ...(can.sampling && { capital_question: CAPITAL() }),
      }),
      () => say('done'),
    )(called);
  },
};

/**
 * Sent on the stream of the request that asks: the session's own stream may not be open yet, and the question
 * would be lost.
 */
const onOwnStream = (ctx: ServerContext) => ({ relatedRequestId: ctx.mcpReq.id });

async function elicited(ctx: ServerContext, message: string, properties: object): Promise<CallToolResult> {
  const answer = await ctx.mcpReq.elicitInput(
    { message, requestedSchema: form(properties) },
    onOwnStream(ctx),
  );
  return say(`User response: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
}

const OPTIONS = ['option1', 'option2', 'option3'];
const titled = (title: string) =>
  ['First', 'Second'].map((nth, i) => ({ const: `value${i + 1}`, title: `${nth} ${title}` }));
const ENUMS = {
  untitledSingle: { type: 'string', enum: OPTIONS },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
};

const INPUTS: Record<string, { type: 'object' } & Record<string, unknown>> = {
  test_sampling: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  test_elicitation: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
};

const RESOURCES: Record<string, { mimeType: string; text?: string; blob?: string }> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://example-resource': { mimeType: 'text/plain', text: 'An example.' },
};

const user = (content: object) => ({ role: 'user', content });
const prompt = (content: object, ...more: object[]) => ({ messages: [content, ...more].map(user) });
const text = (text: string) => ({ type: 'text', text });

type FixturePrompt = {
  name: string;
  description: string;
  arguments?: { name: string; description: string; required: boolean }[];
  make(given: Record<string, string>, ctx: ServerContext): unknown;
};

const wanted = (name: string) => ({ name, description: `argument ${name}`, required: true });

const PROMPTS: readonly FixturePrompt[] = [
  {
    name: 'test_simple_prompt',
    description: 'simple',
    make: () => prompt(text('This is a simple prompt for testing.')),
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'with arguments',
    arguments: [wanted('arg1'), wanted('arg2')],
    make: ({ arg1, arg2 }) => prompt(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'with a resource',
    arguments: [wanted('resourceUri')],
    make: ({ resourceUri }) =>
      prompt(
        resource(resourceUri!, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  },
  {
    name: 'test_prompt_with_image',
    description: 'with an image',
    make: () =>
      prompt({ type: 'image', data: PNG, mimeType: 'image/png' }, text('Please analyze the image above.')),
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'asks first',
    make: (_, ctx) =>
      asking(
        () => ({
          user_context: elicit('What context should the prompt use?', { context: { type: 'string' } }),
        }),
        () => prompt(text('with context')),
      )({ ctx }),
  },
];
