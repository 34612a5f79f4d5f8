// Connector that checks the address which is actually connected to, not a name that may resolve differently a
// moment later.
import type dns from 'node:dns';
import net from 'node:net';
import { buildConnector } from 'undici';
import { OutgoingError } from './error.ts';

/** As `dns.lookup` with `all`. */
export type Lookup = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

/**
 * A server that does not accept a connection in this time is down. The total time of a request is limited
 * separately.
 */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Returns a connector for undici that connects only to addresses that `allows` accepts, whether the host is a
 * name (checked after resolving) or an address.
 */
export function guardedConnector(
  lookup: Lookup,
  allows: (address: string) => boolean,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false, // HTTP/1.1 is enough for single requests, and has fewer ways to be slow
    lookup: guardedLookup(lookup, allows),
  });
  return (options, callback) => {
    if (net.isIP(options.hostname) !== 0 && !allows(options.hostname)) {
      callback(refusal(options.hostname), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) callback(error, null);
      else if (allows(socket.remoteAddress ?? '')) callback(null, socket);
      else {
        // The lookup filters private addresses already; this check holds if a runtime ever connects without
        // calling it.
        socket.destroy();
        callback(refusal(options.hostname), null);
      }
    });
  };
}

/**
 * Returns a lookup that yields only the allowed addresses of a name. If none is left, the name points inside
 * a private network.
 */
function guardedLookup(lookup: Lookup, allows: (address: string) => boolean): net.LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed = error ? [] : addresses.filter(({ address }) => allows(address));
      const [first] = allowed;
      if (error) callback(error, '');
      else if (addresses.length === 0) callback(notFound(hostname), '');
      else if (!first) callback(refusal(hostname), '');
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function refusal(host: string): OutgoingError {
  return new OutgoingError(
    'blocked',
    `${host} is inside a private network: innwire connects there only with ALLOW_PRIVATE_NETWORK=on.`,
  );
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' });
}
