// Vrbo's names of the reasons for refusing a request to book.
//
// The list is taken from public implementations of the online booking interface (seen 2026-11-22): property
// managers' software that answers it, and software that sends requests as Vrbo does.
import type { RefusalReason } from '../../model/booking-request.ts';
import type { ConnectionView } from '../channel.ts';
import { textSetting } from './settings.ts';

/** Reasons without a name at Vrbo are sent as the setting `refusal_code`. */
const ERROR_TYPES: Partial<Record<RefusalReason, string>> = {
  unknown_room: 'UNKNOWN_PROPERTY',
  notice_too_short: 'MIN_ADVANCED_NOTICE_NOT_MET',
  capacity: 'EXCEEDS_MAX_OCCUPANCY',
  closed_to_arrival: 'START_DAY_MISMATCH',
  closed_to_departure: 'END_DAY_MISMATCH',
  min_stay_not_met: 'MIN_STAY_NOT_MET',
  max_stay_exceeded: 'EXCEEDS_MAX_STAY',
  no_price: 'NO_RATES_CONFIGURED',
  wrong_currency: 'QUOTE_CURRENCY_MISMATCH',
  price_too_low: 'QUOTE_PRICE_MISMATCH',
};

/** Returns the name that Vrbo has for a reason. */
export function errorTypeOf(reason: RefusalReason, connection: ConnectionView): string {
  return ERROR_TYPES[reason] ?? textSetting(connection, 'refusal_code');
}
