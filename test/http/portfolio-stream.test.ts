// Event streams with a token of several properties: one property for each stream, and ids that continue only that one.
import { beforeAll, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { openEventSource } from '../harness/event-source.ts';

const api = useApi();

let base: string;

beforeAll(async () => {
  base = await api.app.listen({ host: '127.0.0.1', port: 0 });
});

async function streamsOf() {
  const [one, two] = [await api.property(), await api.property()];
  const hotel_ids = [one.hotelId, two.hotelId];
  const made = (await api.operator('POST', '/tokens', { label: 'portfolio', hotel_ids })).body;
  const open = (query: string, lastEventId?: string) =>
    openEventSource(
      `${base}/api/events/${made.api_token}${query}`,
      lastEventId === undefined ? {} : { lastEventId },
    );
  return { one, two, open, id: made.id as number };
}

test('a stream has the events of its property, and continues with its ids only there', async () => {
  const { one, two, open } = await streamsOf();
  const stream = await open(`?hotel_id=${one.hotelId}`);
  const events = await stream.count(2);
  expect(new Set(events.map(({ data }) => data.hotel_id))).toEqual(new Set([one.hotelId]));
  const last = `${one.hotelId}-2`;
  expect(stream.text).toContain(`id: ${last}\n`);
  const again = await open(`?hotel_id=${one.hotelId}`, `${one.hotelId}-1`);
  expect((await again.count(1))[0]!.data.seq).toBe(2);
  for (const id of [last, '2', `${two.hotelId}-`, `${two.hotelId}-x`]) {
    const refused = await open(`?hotel_id=${two.hotelId}`, id);
    expect([id, refused.status]).toEqual([id, 400]);
    refused.close();
  }
  stream.close();
  again.close();
});

test('revoking the token ends the streams of all its properties', async () => {
  const { one, two, open, id } = await streamsOf();
  const streams = [await open(`?hotel_id=${one.hotelId}`), await open(`?hotel_id=${two.hotelId}`)];
  await api.operator('DELETE', `/tokens/${id}`);
  await expect.poll(() => streams.every(({ ended }) => ended)).toBe(true);
});
