// Long-lived streams: readers that do not read are disconnected, streams of revoked tokens end, nothing is
// leaked.
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { createStreams } from '../../src/mcp/streams.ts';
import { useEndpoint } from './endpoint.ts';
import { openRawStream, rpc, send, stateless } from './raw.ts';

const api = useEndpoint({ mcp: { streamsPerToken: 3 } });

describe('a reader that does not read', () => {
  test('is dropped, before it has filled the memory', async () => {
    const { token } = await api.property();
    const { hostname, port } = new URL(api.base);
    const socket = net.connect(Number(port), hostname);
    let head = '';
    const endpoint = await new Promise<string>((resolve) => {
      socket.on('data', (chunk) => {
        head += chunk;
        const found = /data: (\/mcp\/\S+)/.exec(head)?.[1];
        if (found) resolve(new URL(found, api.base).href);
      });
      socket.write(`GET /mcp/${token} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`);
    });
    socket.pause();
    let status = 202;
    // A response has 30 KB; the buffers of the operating system take a few megabytes too.
    for (let i = 0; i < 2_000 && status === 202; i += 1)
      ({ status } = await send(endpoint, { body: rpc('tools/list', {}, i) }));
    expect(status).toBe(404);
    socket.destroy();
  });
});

describe('streams', () => {
  test('are given back however they end, so that a token never runs out of them', async () => {
    const { token } = await api.property();
    const url = api.mcpUrl(token);
    const listen = stateless('subscriptions/listen', {
      notifications: { resourceSubscriptions: ['pms://rooms'] },
    });
    const ways = [
      () => openRawStream(url, { headers: { accept: 'text/event-stream' } }),
      () => openRawStream(url, { method: 'POST', ...listen }),
      // Subscribed to nothing, it ends by itself.
      () =>
        openRawStream(url, { method: 'POST', ...stateless('subscriptions/listen', { notifications: {} }) }),
    ];
    for (let round = 0; round < 5; round += 1) {
      for (const way of ways) {
        await expect
          .poll(async () => {
            const stream = await way();
            stream.drop();
            await stream.ended;
            return stream.status;
          })
          .toBe(200);
      }
    }
  });

  test('of a token that is revoked are ended, those of others are not', () => {
    const streams = createStreams({
      hosts: [],
      confirm: 'auto',
      streamsPerToken: 2,
      sessionsPerToken: 2,
      sessions: 9,
    });
    const ended: number[] = [];
    for (const tokenId of [1, 2, 3])
      streams.open({
        key: `token/${tokenId}`,
        token: { hotelId: 7, tokenId },
        end: () => ended.push(tokenId),
      });
    streams.open({ key: 'sandbox/192.0.2.1', token: null, end: () => ended.push(0) });
    expect(streams.tokens().map(({ tokenId }) => tokenId)).toEqual([1, 2, 3]);
    streams.endWhere(({ token }) => token?.tokenId === 2);
    expect(ended).toEqual([2]);
  });

  test('cannot be opened with a token that was revoked, nor used any more', async () => {
    const { hotelId } = await api.property();
    const { id, api_token } = (
      await api.operator('POST', `/properties/${hotelId}/tokens`, { label: 'soon gone', access: 'full' })
    ).body;
    const url = api.mcpUrl(api_token);
    const stream = await openRawStream(url, { headers: { accept: 'text/event-stream' } });
    const { data } = await stream.next(({ event }) => event === 'endpoint');
    await api.operator('DELETE', `/properties/${hotelId}/tokens/${id}`);
    expect((await send(new URL(data, url).href, { body: rpc('ping') })).status).toBe(404);
    expect((await send(url, { method: 'GET' })).status).toBe(404);
    stream.drop();
  });
});
