// The events that sessions keep for reconnecting clients: limited for each session, and for all of them
// together.
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { createReplay, createReplayMemory } from '../../src/mcp/replay.ts';

const message = (characters: number): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id: 1,
  result: { text: 'x'.repeat(characters) },
});

async function replayed(replay: ReturnType<typeof createReplay>, after: string): Promise<JSONRPCMessage[]> {
  const sent: JSONRPCMessage[] = [];
  await replay.replayEventsAfter(after, { send: async (_id, one) => void sent.push(one) });
  return sent;
}

test('a client that was away gets what it missed', async () => {
  const replay = createReplay(createReplayMemory());
  const first = await replay.storeEvent('stream', message(1));
  await replay.storeEvent('other', message(2));
  await replay.storeEvent('stream', message(3));
  expect(await replayed(replay, first)).toEqual([message(3)]);
});

test('a message larger than a session may keep is not kept, and the next ones are', async () => {
  const memory = createReplayMemory();
  const replay = createReplay(memory);
  const first = await replay.storeEvent('stream', message(1));
  await replay.storeEvent('stream', message(4_000_000));
  await replay.storeEvent('stream', message(3));
  expect(memory.length).toBeLessThan(1_000);
  expect(await replayed(replay, first)).toEqual([message(3)]);
});

test('fifty sessions with all that they can send hold what all together may, and nothing when they are closed', async () => {
  const memory = createReplayMemory(5_000_000);
  const replays = Array.from({ length: 50 }, () => createReplay(memory));
  for (const replay of replays)
    for (const size of [4_000_000, 100_000, 100_000, 100_000])
      await replay.storeEvent('stream', message(size));
  expect(memory.length).toBeGreaterThan(1_000_000);
  expect(memory.length).toBeLessThanOrEqual(5_000_000);
  for (const replay of replays) replay.close();
  expect(memory.length).toBe(0);
});

test('a session that is closed keeps nothing more', async () => {
  const memory = createReplayMemory();
  const replay = createReplay(memory);
  replay.close();
  await replay.storeEvent('stream', message(100));
  expect(memory.length).toBe(0);
});
