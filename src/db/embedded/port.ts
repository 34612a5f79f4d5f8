// A free TCP port on the loopback address.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Chosen below the range that systems hand out to outgoing connections (32768 and up on Linux, 49152 elsewhere): while a
 * killed server restarts, a client that keeps trying a port of that range can be given the very same port as its own end,
 * connect to itself and so keep the server from ever coming back.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${FIRST_PORT} and ${LAST_PORT}.`);
}

/** Above the usual ports of services, below the ephemeral ones. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
/** Even with nine ports of ten taken, failing all of them is a matter of one in thirty thousand. */
const ATTEMPTS = 100;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
