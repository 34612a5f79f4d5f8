// Which channels can be told that nothing is available before a mapping ends.
import { findAdapter } from '../../channels/registry.ts';
import type { Protocol } from '../../model/channel.ts';
import { Problem } from '../../problems.ts';

/** Throws `invalid_parameters` for those that read our calendar by themselves: nobody knows whether they have read it. */
export function requireClosable(protocol: Protocol): void {
  if (findAdapter(protocol)?.ari) return;
  const message = `cannot be true with the protocol ${protocol}: the channel reads the calendar by itself. Set a stop of sale, wait until it has read that (GET …/nights), then repeat this without close`;
  throw new Problem('invalid_parameters', `The parameter close ${message}.`, {
    errors: [{ field: 'close', message }],
  });
}
