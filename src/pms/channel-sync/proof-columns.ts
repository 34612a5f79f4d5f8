// The columns of `channel_nights` that name the exchange in which a part of a night was confirmed or refused.
import { eachRateColumn } from '../night-columns.ts';

/** `isProven`: SQL condition: a row, with this name, has what the exchange proves. */
type ProofColumns = { entryId: string; position: string; isProven: (row: string) => string };

/** Of the count of units. */
export const PROOF_OF_COUNT: ProofColumns = {
  entryId: 'available_entry_id',
  position: 'available_exchange',
  isProven: (row) => `${row}.available is not null`,
};

/** Of the other values: the last exchange that confirmed one of them. */
export const PROOF_OF_RATES: ProofColumns = {
  entryId: 'rates_entry_id',
  position: 'rates_exchange',
  isProven: (row) => `(${eachRateColumn((column) => `${row}.${column} is not null`, ' or ')})`,
};

/** Of what the channel refused. */
export const PROOF_OF_REFUSAL: ProofColumns = {
  entryId: 'refused_entry_id',
  position: 'refused_exchange',
  isProven: (row) => `${row}.refused is not null`,
};

export const PROOFS = [PROOF_OF_COUNT, PROOF_OF_RATES, PROOF_OF_REFUSAL];
