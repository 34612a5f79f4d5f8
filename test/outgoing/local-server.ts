// A real HTTP server on 127.0.0.1 with a port of its own, for tests of outgoing requests; it counts
// connections and is closed with the test.
import http from 'node:http';
import net from 'node:net';
import { onTestFinished } from 'vitest';

export type LocalServer = {
  port: number;
  origin: string;
  requests: http.IncomingMessage[];
  connections(): number;
};

export async function startServer(answer: http.RequestListener): Promise<LocalServer> {
  const requests: http.IncomingMessage[] = [];
  let connections = 0;
  const server = http.createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { port, origin: `http://127.0.0.1:${port}`, requests, connections: () => connections };
}

/** A TCP server that sends raw bytes of the test instead of HTTP. */
export async function startRawServer(
  answer: (socket: net.Socket) => void,
): Promise<{ port: number; origin: string }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  const port = await listen(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return { port, origin: `http://127.0.0.1:${port}` };
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
