// Ports for servers that stop and come back at the same address.
import { isFree } from '../../src/db/embedded/supervisor.ts';

/** Below the ports that systems give to connections (Linux from 32768), and below those of embedded databases. */
const FIRST = 12_000;
const COUNT = 8_000;
/** Each process tries other ports first, since files of tests run side by side. */
let next = (process.pid * 50) % COUNT;

/**
 * Returns a port on 127.0.0.1 that stays free while its server is away. A port that the system chooses does
 * not: any connection may be given it, even that of a client that waits for its server.
 */
export async function newLastingPort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
}
