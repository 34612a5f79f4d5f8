// Checks whether a channel can be set to zero availability before a mapping ends.
import { nightsDeliveryOf } from '../../channels/registry.ts';
import { Problem } from '../../problems.ts';

/**
 * Throws `invalid_parameters` for channels that fetch our calendar themselves: we cannot know whether they
 * have fetched it.
 */
export function requireClosable(protocol: string): void {
  if (nightsDeliveryOf(protocol) === 'pushed') return;
  refuseClose(
    `cannot be true with the protocol ${protocol}: the channel reads the calendar by itself. Set a stop of sale, wait until it has read that (GET …/nights), then repeat this without close`,
  );
}

/**
 * Throws `invalid_parameters`: a channel counts units by room, so a single rate cannot be closed by its
 * number of units.
 */
export function refuseClosingRates(): never {
  refuseClose(
    'cannot be true with remove_rates: rooms are closed at the channel, single rates are not. Stop the sale of the rate at the channel, then repeat this without close',
  );
}

function refuseClose(message: string): never {
  throw new Problem('invalid_parameters', `The parameter close ${message}.`, {
    errors: [{ field: 'close', message }],
  });
}
