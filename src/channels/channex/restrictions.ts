// The restrictions of a rate plan at Channex: which member carries which field of a night, pushed and read back.
import type { NightField } from '../../model/night-values.ts';
import { fieldsNamed, flag, limit, type NightMembers, whole } from '../night-members.ts';
import type { ChannexConnection } from './settings.ts';

type WhichMinStay = ChannexConnection['settings']['min_stay'];

/** In the order of a message. A minimum stay may be pushed as both of Channex's: see the setting. */
export function restrictionMembers(which: WhichMinStay) {
  return {
    stopSell: [flag('stop_sell')],
    closedToArrival: [flag('closed_to_arrival')],
    closedToDeparture: [flag('closed_to_departure')],
    minStay: [
      ...(which === 'through' ? [] : [whole('min_stay_arrival')]),
      ...(which === 'arrival' ? [] : [whole('min_stay_through')]),
    ],
    maxStay: [limit('max_stay', 0)],
  } satisfies NightMembers;
}

/** All members by which a message or a warning may name a restriction. */
export const RESTRICTIONS = restrictionMembers('both');

/** Returns the fields that members of messages and warnings are about. */
export function fieldsCarriedBy(names: readonly string[]): NightField[] {
  return fieldsNamed(names, RESTRICTIONS, {
    availability: 'available',
    rate: 'priceMinor',
    rates: 'priceMinor',
    min_stay: 'minStay',
  });
}
