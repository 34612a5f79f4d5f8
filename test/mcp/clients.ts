// The official clients of both generations over every transport.
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewHttp,
  SSEClientTransport as NewSse,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as OldSse } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export type AnyClient = InstanceType<typeof NewClient>;

export type ClientKind = {
  name: string;
  /** the revision that is negotiated */
  version: string;
  transport: 'sse' | 'http';
  make(): AnyClient;
  connect(client: AnyClient, url: string, headers?: Record<string, string>): Promise<any>;
};

const INFO = { name: 'test agent', version: '1.0.0' };

export type Capabilities = { elicitation?: object };

export function clientKinds(capabilities: Capabilities = {}): ClientKind[] {
  const old = () => new OldClient(INFO, { capabilities } as any) as unknown as AnyClient;
  const modern = (mode?: unknown) => () =>
    new NewClient(INFO, { capabilities, ...(mode !== undefined && { versionNegotiation: { mode } }) } as any);
  const over =
    (Transport: any) =>
    async (client: AnyClient, url: string, headers = {}) => {
      const transport = new Transport(new URL(url), { requestInit: { headers } });
      await client.connect(transport);
      return transport;
    };
  return [
    { name: 'old client, SSE', version: '2025-11-25', transport: 'sse', make: old, connect: over(OldSse) },
    { name: 'old client, HTTP', version: '2025-11-25', transport: 'http', make: old, connect: over(OldHttp) },
    {
      name: 'new client, SSE',
      version: '2025-11-25',
      transport: 'sse',
      make: modern(),
      connect: over(NewSse),
    },
    {
      name: 'new client, HTTP',
      version: '2025-11-25',
      transport: 'http',
      make: modern(),
      connect: over(NewHttp),
    },
    {
      name: 'new client, HTTP, auto',
      version: '2026-07-28',
      transport: 'http',
      make: modern('auto'),
      connect: over(NewHttp),
    },
    {
      name: 'new client, HTTP, 2026 only',
      version: '2026-07-28',
      transport: 'http',
      make: modern({ pin: '2026-07-28' }),
      connect: over(NewHttp),
    },
    {
      name: 'new client, SSE, auto',
      version: '2025-11-25',
      transport: 'sse',
      make: modern('auto'),
      connect: over(NewSse),
    },
  ];
}
