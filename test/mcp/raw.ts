// MCP without an SDK: raw requests, and streams read event by event.
import http from 'node:http';

export const BOTH = 'application/json, text/event-stream';
export const LATEST = '2026-07-28';

export type RawAnswer = { status: number; headers: http.IncomingHttpHeaders; text: string; message: any };

export const INITIALIZE = (capabilities: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'by hand', version: '1' } },
});

export const rpc = (method: string, params?: object, id: number | string = 2) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

/** Builds a request of revision 2026-07-28 with everything that it must contain. */
export function stateless(method: string, params: any = {}, capabilities: object = {}) {
  const name = params.name ?? params.uri;
  return {
    body: rpc(method, {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': LATEST,
        'io.modelcontextprotocol/clientCapabilities': capabilities,
        'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
      },
    }),
    headers: {
      'mcp-protocol-version': LATEST,
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': String(name) }),
    },
  };
}

/** A header that is undefined is not sent, also `accept`. */
type RawHeaders = Record<string, string | undefined>;
export type RawOptions = { method?: string; body?: unknown; headers?: RawHeaders };

/** Sends one request and returns its whole response. */
export function send(
  url: string,
  { method = 'POST', body, headers = {} }: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, headers: headersFor(body, headers), agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, text, message: lastMessage(text) }),
      );
    });
    sent.on('error', reject);
    sent.end(asText(body));
  });
}

export type RawStream = {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** all events so far */
  events: { event: string; data: string; id?: string }[];
  text(): string;
  /** returns the first matching event, even an earlier one; rejects when the stream ends without one */
  next(fits: (event: { event: string; data: string }) => boolean): Promise<{ event: string; data: string }>;
  ended: Promise<void>;
  /** closes the connection from the client's side */
  drop(): void;
};

/** Opens a request whose response is a stream that stays open. */
export function openRawStream(
  url: string,
  { method = 'GET', body, headers = {} }: RawOptions = {},
): Promise<RawStream> {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, headers: headersFor(body, headers), agent: false }, (answer) => {
      let text = '';
      const events: RawStream['events'] = [];
      const waiting = new Set<() => void>();
      let over = false;
      const end = () => {
        over = true;
        for (const look of waiting) look();
      };
      const ended = new Promise<void>((done) => answer.once('close', done));
      answer.setEncoding('utf8');
      answer.on('error', () => {});
      answer.on('close', end);
      let rest = '';
      answer.on('data', (chunk: string) => {
        text += chunk;
        rest += chunk;
        const blocks = rest.split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) {
          const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
          const data = field('data');
          const id = field('id');
          if (data !== undefined)
            events.push({ event: field('event') ?? 'message', data, ...(id && { id }) });
        }
        for (const look of waiting) look();
      });
      resolve({
        status: answer.statusCode!,
        headers: answer.headers,
        events,
        text: () => text,
        ended,
        drop: () => sent.destroy(),
        next: (fits) =>
          new Promise((found, lost) => {
            const look = () => {
              const event = events.find(fits);
              if (!event && !over) return;
              waiting.delete(look);
              if (event) found(event);
              else lost(new Error(`the stream ended: ${text.slice(-500)}`));
            };
            waiting.add(look);
            look();
          }),
      });
    });
    sent.on('error', reject);
    sent.end(asText(body));
  });
}

function headersFor(body: unknown, headers: RawHeaders): Record<string, string> {
  const all = { accept: BOTH, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers };
  return Object.fromEntries(
    Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined),
  );
}

function asText(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
}

/** Returns the last JSON-RPC message of a response, which is JSON or a stream. */
function lastMessage(text: string): any {
  const data = [...text.matchAll(/^data: (\{.*)$/gm)].at(-1)?.[1] ?? text;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
