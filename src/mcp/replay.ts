// The last events sent in a session, kept for clients that reconnect after a short interruption.
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/**
 * Events kept per session: enough for an interruption of minutes; after a longer one, the client asks again.
 */
const KEPT_EVENTS = 500;
/** Maximum characters kept per session, because answers may be large. */
const KEPT_LENGTH = 400_000;
/**
 * Maximum characters kept of all sessions together. Beyond it new events are not kept, and their clients ask
 * again.
 */
const KEPT_LENGTH_IN_ALL = 32_000_000;

/**
 * A kept event. `message` is null when there was no room to keep it; the id is still known, so that a client
 * can continue after it.
 */
type Kept = { streamId: string; seq: number; message: JSONRPCMessage | null; length: number };

/** The kept events of one session. */
export type Replay = EventStore & {
  knows(eventId: string): boolean;
  /** frees the memory of the session */
  close(): void;
};

/** The memory that the kept events of all sessions of a process use. */
export type ReplayMemory = {
  /** characters of JSON */
  length: number;
  readonly most: number;
};

/** Creates the memory of a process, for at most `most` characters of JSON. */
export function createReplayMemory(most = KEPT_LENGTH_IN_ALL): ReplayMemory {
  return { length: 0, most };
}

/** Creates the event store of a session, whose kept events count against `memory`. */
export function createReplay(memory: ReplayMemory): Replay {
  let kept: Kept[] = [];
  let length = 0;
  let last = 0;
  let closed = false;
  const find = (eventId: string) => kept.find((one) => idOf(one) === eventId);
  const grow = (by: number) => {
    length += by;
    memory.length += by;
  };
  return {
    async storeEvent(streamId, message) {
      last += 1;
      const size = closed ? 0 : JSON.stringify(message).length;
      const fits = !closed && size <= KEPT_LENGTH && memory.length + size <= memory.most;
      const event: Kept = { streamId, seq: last, message: fits ? message : null, length: fits ? size : 0 };
      if (closed) return idOf(event);
      kept.push(event);
      grow(event.length);
      while (kept.length > KEPT_EVENTS || length > KEPT_LENGTH) {
        grow(-kept[0]!.length);
        kept = kept.slice(1);
      }
      return idOf(event);
    },
    getStreamIdForEventId: async (eventId) => find(eventId)?.streamId,
    async replayEventsAfter(lastEventId, { send }) {
      const { streamId, seq } = find(lastEventId)!;
      for (const event of kept) {
        if (event.streamId !== streamId || event.seq <= seq) continue;
        // The event that opens a stream has no message.
        if (event.message && 'jsonrpc' in event.message) await send(idOf(event), event.message);
      }
      return streamId;
    },
    knows: (eventId) => find(eventId) !== undefined,
    close() {
      closed = true;
      kept = [];
      grow(-length);
    },
  };
}

function idOf({ streamId, seq }: Kept): string {
  return `${streamId}::${seq}`;
}
