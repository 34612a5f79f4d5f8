// HEAD requests: they are served wherever GET is, with the headers that GET answers and without a body.
import { Readable } from 'node:stream';
import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * Serves HEAD at every path of a GET route that is registered later. The framework's own way reads a stream to its end, which for the list of
 * a large house is the whole of it.
 */
export function serveHead(app: FastifyInstance): void {
  app.addHook('onRoute', function (route) {
    const { routePath } = route;
    if (route.method === 'GET')
      this.route({ ...route, method: 'HEAD', url: routePath, path: routePath } as RouteOptions);
  });
}

/** Ends the stream of a body that HEAD does not send, after all hooks that set headers by the body. Call it after they have been added. */
export function sendNoBody(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return;
    route.onSend = [route.onSend ?? []].flat();
    route.onSend.push(async (_request, _reply, payload) => {
      if (!(payload instanceof Readable)) return payload;
      payload.on('error', () => undefined).destroy();
      return null;
    });
  });
}
