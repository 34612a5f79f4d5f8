// The whole server on a free port, for clients that need a real one.
import { afterAll, beforeAll } from 'vitest';
import { type Api, useApi } from '../harness/api.ts';
import { type AnyClient, type Capabilities, type ClientKind, clientKinds } from './clients.ts';

export type Endpoint = Api & {
  readonly base: string;
  mcpUrl(token: string): string;
  /** returns a connected client, which is closed at the end of the file */
  client(kind: ClientKind, token: string, headers?: Record<string, string>): Promise<AnyClient>;
};

export function useEndpoint(options: Parameters<typeof useApi>[0] = {}): Endpoint {
  const api = useApi(options) as Endpoint;
  const clients: AnyClient[] = [];
  let base = '';
  beforeAll(async () => {
    base = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => Promise.all(clients.map((client) => client.close().catch(() => {}))));
  return Object.defineProperties(api, {
    base: { get: () => base },
    mcpUrl: { value: (token: string) => `${base}/mcp/${token}` },
    client: {
      value: async (kind: ClientKind, token: string, headers?: Record<string, string>) => {
        const client = kind.make();
        clients.push(client);
        await kind.connect(client, api.mcpUrl(token), headers);
        return client;
      },
    },
  });
}

export const kinds = (capabilities?: Capabilities) =>
  clientKinds(capabilities).map((kind) => [kind.name, kind] as const);
