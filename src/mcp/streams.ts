// The open streams of this process: counted by token, and ended by token or all at once.
import { Problem, type UsedAtOnce } from '../problems.ts';
import type { McpCallContext, McpSettings } from './host.ts';

/** A token that may be revoked while it has open streams or sessions. The sandbox token never is. */
export type KnownToken = { hotelId: number; tokenId: number };

/** A stream that stays open. */
type OpenStream = {
  /** the key under which it is counted */
  key: string;
  token: KnownToken | null;
  end(): void;
};

/** The open streams of all transports in this process. */
export type Streams = {
  /**
   * Adds a stream. Throws `rate_limited` when there are too many and `temporarily_unavailable` after `close`.
   * Returns a function to call when the stream has ended.
   */
  open(stream: OpenStream): () => void;
  tokens(): KnownToken[];
  endWhere(gone: (stream: OpenStream) => boolean): void;
  /**
   * Ends all streams and rejects new ones: a stream opened by a late request would keep a stopping server
   * waiting.
   */
  close(): void;
  readonly size: number;
};

/** Streams often end, so trying again soon is worthwhile. */
const RETRY_AFTER_SECONDS = 30;

/** Creates the empty list. The settings limit the streams of one token and of all together. */
export function createStreams(settings: McpSettings): Streams {
  const open = new Set<OpenStream>();
  const perKey = new Map<string, number>();
  let closed = false;
  return {
    open(stream) {
      if (closed) throw new Problem('temporarily_unavailable', { case: 'stopping' });
      const count = perKey.get(stream.key) ?? 0;
      if (count >= settings.streamsPerToken) throw tooMany('token_streams', settings.streamsPerToken);
      if (open.size >= settings.sessions) throw tooMany('streams', settings.sessions);
      open.add(stream);
      perKey.set(stream.key, count + 1);
      return () => {
        if (!open.delete(stream)) return;
        const left = perKey.get(stream.key)! - 1;
        if (left === 0) perKey.delete(stream.key);
        else perKey.set(stream.key, left);
      };
    },
    tokens: () => [...open].flatMap(({ token }) => token ?? []),
    endWhere(gone) {
      for (const stream of [...open].filter(gone)) stream.end();
    },
    close() {
      closed = true;
      for (const stream of [...open]) stream.end();
    },
    get size() {
      return open.size;
    },
  };
}

/** Returns the `rate_limited` problem for too many of something. */
export function tooMany(of: UsedAtOnce, max: number): Problem {
  return new Problem('rate_limited', { case: 'in_use', of, max, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Returns the token of a call; null for the sandbox token. */
export function tokenOf({ caller }: Pick<McpCallContext, 'caller'>): KnownToken | null {
  const { tokenId, property } = caller;
  return tokenId === null ? null : { hotelId: property.hotelId, tokenId };
}
