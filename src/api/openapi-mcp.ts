// The path /mcp/{api_token} in the OpenAPI description. The messages sent over it are those of MCP:
// docs/mcp.md.
import { API_TOKEN, HOTEL_ID } from './openapi-parameters.ts';
import { describeProblems, PROPERTY_NOT_NAMED } from './openapi-problems.ts';

type Json = Record<string, unknown>;

export const MCP_PATH = '/mcp/{api_token}';
export const OPENAPI_MCP_TAG = 'MCP';

const SESSION = {
  name: 'Mcp-Session-Id',
  in: 'header',
  required: false,
  description: 'the session of Streamable HTTP that the request belongs to, as `initialize` answered it',
  schema: { type: 'string' },
};

const MESSAGE = {
  type: 'object',
  description: 'a JSON-RPC 2.0 message of the Model Context Protocol',
  properties: { jsonrpc: { type: 'string', enum: ['2.0'] } },
  required: ['jsonrpc'],
  additionalProperties: true,
};

const STREAM = {
  'text/event-stream': {
    schema: { type: 'string', description: 'server-sent events, each a JSON-RPC message' },
    example: 'event: endpoint\ndata: /mcp/api_token?sessionId=4f9d1c52-6d1c-4be5-9a83-0f6f2a6f2f10\n\n',
  },
};

const REFUSALS = [
  'invalid_parameters',
  ...PROPERTY_NOT_NAMED,
  'unknown_token',
  'subscription_required',
  'rate_limited',
  'server_error',
  'temporarily_unavailable',
] as const;

/** Describes the three HTTP methods of the MCP endpoint as a path item of OpenAPI. */
export function describeMcp(): Json {
  return {
    get: operation('openMcpStream', {
      summary: 'Open a stream for an AI agent',
      description:
        'The Model Context Protocol over server-sent events: without a session the transport of 2024-11-05, whose first event `endpoint` names where to post; with `Mcp-Session-Id` the stream of a Streamable HTTP session.',
      parameters: [API_TOKEN, HOTEL_ID, SESSION],
      responses: { 200: { description: 'the stream is open', content: STREAM } },
    }),
    post: describePost(),
    delete: operation('endMcpSession', {
      summary: 'End a session',
      description: 'Ends a session of Streamable HTTP: closes its streams and forgets its id.',
      parameters: [API_TOKEN, HOTEL_ID, { ...SESSION, required: true }],
      responses: { 200: { description: 'the session has ended' } },
    }),
  };
}

function describePost(): Json {
  return operation('sendMcpMessage', {
    summary: 'Send a message of the Model Context Protocol',
    description:
      'Streamable HTTP (2025-03-26 to 2025-11-25), the stateless revision of 2026-07-28, and the messages of a stream of 2024-11-05. An agent lists its tools with `tools/list` and uses them with `tools/call`.',
    parameters: [
      API_TOKEN,
      HOTEL_ID,
      SESSION,
      {
        name: 'sessionId',
        in: 'query',
        required: false,
        description: 'the session of a 2024-11-05 stream, as its first event named it',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: MESSAGE,
          example: {
            jsonrpc: '2.0',
            id: 1,
            method: 'initialize',
            params: {
              protocolVersion: '2025-11-25',
              capabilities: {},
              clientInfo: { name: 'my agent', version: '1' },
            },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'the answer, as one message or as a stream',
        content: {
          'application/json': { schema: MESSAGE, example: { jsonrpc: '2.0', id: 1, result: {} } },
          ...STREAM,
        },
      },
      202: { description: 'accepted: the answer follows on the stream, if the message has one' },
    },
  });
}

function operation(operationId: string, described: { responses: Json } & Json): Json {
  const { responses, ...rest } = described;
  return {
    operationId,
    tags: [OPENAPI_MCP_TAG],
    ...rest,
    responses: { ...responses, ...describeProblems(REFUSALS) },
  };
}
