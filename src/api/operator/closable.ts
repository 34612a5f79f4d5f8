// Checks whether a channel can be set to zero availability before a mapping ends.
import { nightsDeliveryOf } from '../../channels/registry.ts';
import { invalidParameter } from '../../problems.ts';

/**
 * Throws `invalid_parameters` for channels that fetch our calendar themselves: we cannot know whether they
 * have fetched it.
 */
export function requireClosable(protocol: string): void {
  if (nightsDeliveryOf(protocol) === 'pushed') return;
  throw invalidParameter({ field: 'close', rule: 'unclosable_protocol', protocol });
}

/**
 * Throws `invalid_parameters`: a channel counts units by room, so a single rate cannot be closed by its
 * number of units.
 */
export function refuseClosingRates(): never {
  throw invalidParameter({ field: 'close', rule: 'unclosable_rates' });
}
