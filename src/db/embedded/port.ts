// A free TCP port on the loopback address.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a free port below the ephemeral range of outgoing connections (32768 and up on Linux, 49152
 * elsewhere). While a killed server restarts, a client that keeps connecting to an ephemeral port can get the
 * same port as its local end, connect to itself and so prevent the server from ever binding it.
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
/** Even if 90 % of the ports are taken, all attempts fail in one of 30,000 cases. */
const ATTEMPTS = 100;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
