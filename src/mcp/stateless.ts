// The transport of revision 2026-07-28: every request is independent; only subscriptions keep a stream open.
import { createMcpHandler, type McpHttpHandler, type ServerEventBus } from '@modelcontextprotocol/server';
import type { FastifyReply } from 'fastify';
import { BOTH_KINDS, mayStream, refuseStream, takesEvents, withoutEvents } from './accept.ts';
import { authInfoOf, callContextIn, countedAs, type McpCallContext, type McpRequest } from './host.ts';
import { sendResponse } from './responses.ts';
import { mayRead } from './server.ts';
import type { Parts } from './sse.ts';
import { tokenOf } from './streams.ts';

/**
 * Number of property handlers that are kept; beyond it the least recently used without listeners is dropped.
 */
const KEPT_HANDLERS = 500;

/** The transport without sessions. */
export type Stateless = {
  serve(request: McpRequest, reply: FastifyReply, context: McpCallContext): Promise<void>;
  close(): Promise<void>;
};

/**
 * A handler of one property. They are separate because a handler reports a change to everybody who subscribed
 * through it.
 */
type PropertyHandler = { handler: McpHttpHandler; lastSeq: number; listeners: number };

/** Creates the transport, with one handler for each property that is used. */
export function createStateless(parts: Parts): Stateless {
  const { host, streams } = parts;
  const handlers = new Map<number, PropertyHandler>();

  const handlerOf = (context: McpCallContext): McpHttpHandler => {
    const { hotelId, lastSeq } = context.caller.property;
    const entry = handlers.get(hotelId) ?? createPropertyHandler(parts, context);
    entry.lastSeq = lastSeq;
    handlers.delete(hotelId);
    handlers.set(hotelId, entry); // reinserted, so that the last used is dropped last
    if (handlers.size > KEPT_HANDLERS) {
      const idle = [...handlers].find(([, one]) => one.listeners === 0);
      if (idle) handlers.delete(idle[0]);
    }
    return entry.handler;
  };

  return {
    async serve(request, reply, context) {
      const { method } = (request.body ?? {}) as { method?: string };
      if (method === LISTEN && !mayStream(request)) return void refuseStream(reply);
      const { raw } = reply;
      const disconnected = new AbortController();
      raw.once('close', () => {
        if (!raw.writableFinished) disconnected.abort();
      });
      const release =
        method === LISTEN
          ? streams.open({
              key: countedAs(context),
              token: tokenOf(context),
              end: () => disconnected.abort(),
            })
          : null;
      try {
        const { fetch: answerTo } = handlerOf(context);
        const response = await answerTo(toRequest(request, disconnected.signal), {
          parsedBody: readableOnly(request.body, context),
          authInfo: authInfoOf(context),
        });
        const asJson = method !== LISTEN && !takesEvents(request);
        await sendResponse(host, request, reply, asJson ? await withoutEvents(response, request) : response);
      } finally {
        release?.();
      }
    },
    async close() {
      await Promise.all([...handlers.values()].map(({ handler }) => handler.close()));
      handlers.clear();
    },
  };
}

/**
 * Returns the message; a subscription without the resources that the caller may not read, because a report of
 * a change would say that they exist.
 */
function readableOnly(body: unknown, { caller }: McpCallContext): unknown {
  const { params } = (body ?? {}) as { params?: { notifications?: { resourceSubscriptions?: unknown } } };
  const uris = params?.notifications?.resourceSubscriptions;
  if (!Array.isArray(uris)) return body;
  const resourceSubscriptions = uris.filter((uri) => mayRead(caller, String(uri)));
  return {
    ...(body as object),
    params: { ...params, notifications: { ...params!.notifications, resourceSubscriptions } },
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
  headers.set('accept', BOTH_KINDS);
  // A placeholder URL: handlers must not see the real one, which contains the token.
  return new Request('http://innwire/mcp', { method: request.method, headers, signal });
}

const PASSED_ON = /^(content-type|mcp-.*)$/;
/** The only method that is answered with a stream for as long as the client wants it. */
const LISTEN = 'subscriptions/listen';
