// Acknowledgements that a channel refuses though it sends their records again, which a refusal should have ended.
import type { Failure } from '../../model/cause.ts';
import type { PullName } from '../../model/channel.ts';

/** Until people have looked at it; what is not acknowledged is also sent to the house as an e-mail by most channels. */
const RETRY_MS = 900_000;

export type RefusedAcknowledgements = {
  add(name: PullName, key: string, refusal: { failure: Failure; nowMs: number }): void;
  /** Whether a record is not to be acknowledged yet: it was refused twice, the last time a short while ago. */
  waits(name: PullName, key: string, nowMs: number): boolean;
  /** Forgets the records that a queue, which was read to its end, does not hold any more. */
  keepOnly(name: PullName, keys: { has(key: string): boolean }): void;
  /** Returns why a record is refused that was sent again; null = there is none. */
  problem(name: PullName): Failure | null;
};

export function createRefusedAcknowledgements(): RefusedAcknowledgements {
  const refused = new Map<PullName, Map<string, { times: number; atMs: number; failure: Failure }>>();
  const of = (name: PullName) => refused.get(name) ?? new Map();
  return {
    add(name, key, { failure, nowMs }) {
      const known = of(name);
      known.set(key, { times: (known.get(key)?.times ?? 0) + 1, atMs: nowMs, failure });
      refused.set(name, known);
    },
    waits(name, key, nowMs) {
      const one = of(name).get(key);
      return one !== undefined && one.times > 1 && nowMs < one.atMs + RETRY_MS;
    },
    keepOnly(name, keys) {
      for (const key of of(name).keys()) if (!keys.has(key)) of(name).delete(key);
    },
    problem: (name) => [...of(name).values()].find(({ times }) => times > 1)?.failure ?? null,
  };
}
