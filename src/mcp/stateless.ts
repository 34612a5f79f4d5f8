// The revision of 2026-07-28: every request stands for itself; only subscriptions keep a stream open.
import { createMcpHandler, type McpHttpHandler, type ServerEventBus } from '@modelcontextprotocol/server';
import type { FastifyReply } from 'fastify';
import { authInfoOf, callContextIn, countedAs, type McpCallContext, type McpRequest } from './host.ts';
import { sendResponse } from './responses.ts';
import type { Parts } from './sse.ts';
import { tokenOf } from './streams.ts';

/** Properties whose handlers are kept at hand; beyond it those that nobody watches are let go. */
const KEPT_HANDLERS = 500;

export type Stateless = {
  serve(request: McpRequest, reply: FastifyReply, context: McpCallContext): Promise<void>;
  close(): Promise<void>;
};

/** Each property has a handler of its own, because a handler tells a change to everybody who subscribed through it. */
type PropertyHandler = { handler: McpHttpHandler; lastSeq: number; listeners: number };

export function createStateless(parts: Parts): Stateless {
  const { host, streams } = parts;
  const own = new Map<number, PropertyHandler>();

  const handlerOf = (context: McpCallContext): McpHttpHandler => {
    const { hotelId, lastSeq } = context.caller.property;
    const known = own.get(hotelId) ?? createPropertyHandler(parts, context);
    known.lastSeq = lastSeq;
    own.delete(hotelId);
    own.set(hotelId, known); // the last used is the last let go
    if (own.size > KEPT_HANDLERS) {
      const idle = [...own].find(([, one]) => one.listeners === 0);
      if (idle) own.delete(idle[0]);
    }
    return known.handler;
  };

  return {
    async serve(request, reply, context) {
      const { method } = (request.body ?? {}) as { method?: string };
      const { raw } = reply;
      const gone = new AbortController();
      raw.once('close', () => {
        if (!raw.writableFinished) gone.abort();
      });
      const release =
        method === 'subscriptions/listen'
          ? streams.open({ key: countedAs(context), token: tokenOf(context), end: () => gone.abort() })
          : null;
      try {
        const { fetch: answerTo } = handlerOf(context);
        const response = await answerTo(toRequest(request, gone.signal), {
          parsedBody: request.body,
          authInfo: authInfoOf(context),
        });
        await sendResponse(host, request, reply, response);
      } finally {
        release?.();
      }
    },
    async close() {
      await Promise.all([...own.values()].map(({ handler }) => handler.close()));
      own.clear();
    },
  };
}

function createPropertyHandler(
  { host, watch, serve, signingKey }: Parts,
  { caller }: McpCallContext,
): PropertyHandler {
  const { property } = caller;
  const bus: ServerEventBus = {
    publish: () => {},
    subscribe(listener) {
      const from = { ...property, lastSeq: one.lastSeq };
      const stop = watch.subscribe(from, (uri) => listener({ kind: 'resource_updated', uri }));
      one.listeners += 1;
      return () => {
        one.listeners -= 1;
        stop();
      };
    },
  };
  const handler = createMcpHandler(
    ({ authInfo }) => serve({ property: callContextIn(authInfo).caller.property, signingKey }),
    { legacy: 'reject', bus, maxSubscriptions: host.settings.sessions },
  );
  const one: PropertyHandler = { handler, lastSeq: property.lastSeq, listeners: 0 };
  return one;
}

function toRequest(request: McpRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && PASSED_ON.test(name)) headers.set(name, value);
  // No handler sees the address: the token is in it.
  return new Request('http://innwire/mcp', { method: request.method, headers, signal });
}

const PASSED_ON = /^(accept|content-type|mcp-.*)$/;
