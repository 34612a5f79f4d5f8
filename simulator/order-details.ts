// What an order says beyond its stays: who pays whom, taxes and fees, meals, who comes along.
import { inventPerson, type Person } from '../sample-people/people.ts';
import type { Random } from '../sample-people/random.ts';

/**
 * A tax or fee of each room of an order. `included`: the order's total has it, in the prices of the nights or beside
 * them, as the OTA's format has it; otherwise the guest pays it at the property in addition.
 */
export type OtaTax = { name: string; price: number; type: 'tax' | 'fee'; included: boolean };

export type OrderDetails = {
  /** who takes the price from the guest */
  collect: 'property' | 'ota';
  /** of every room */
  taxes: OtaTax[];
  meal: keyof typeof MEAL_PLANS | null;
  /** come along with the guest, in the first room; children have an age */
  companions: { guest: Person; age: number | null }[];
  company: string | null;
};

export const PLAIN_ORDER: OrderDetails = {
  collect: 'property',
  taxes: [],
  meal: null,
  companions: [],
  company: null,
};

/** Sentences of Booking.com about the meals of a rate. */
export const MEAL_PLANS = {
  none: 'There is no meal option with this room.',
  breakfast: 'Breakfast is included in the room rate.',
  half_board: 'Breakfast & dinner are included in the room rate.',
};

/** Share of the price that an OTA keeps or invoices. */
export const COMMISSION = 0.15;

/** Returns the sum of taxes and fees, in major units. */
export function sumOf(taxes: readonly OtaTax[]): number {
  return taxes.reduce((sum, { price }) => sum + price, 0);
}

/** Returns the taxes and fees that the order's total has. */
export function includedIn({ taxes }: OrderDetails, type?: OtaTax['type']): OtaTax[] {
  return taxes.filter((tax) => tax.included && (type === undefined || tax.type === type));
}

/** Returns details as real orders have them; which depends on the generator only. */
export function inventDetails(random: Random): OrderDetails {
  const cleaning = { name: 'Cleaning fee', price: 40, type: 'fee', included: true } as const;
  return {
    collect: random.chance(0.4) ? 'ota' : 'property',
    taxes: [
      { name: 'City tax', price: random.between(2, 12), type: 'tax', included: false },
      ...(random.chance(0.3) ? [cleaning] : []),
    ],
    meal: random.pick(['none', 'breakfast', 'breakfast', 'half_board', null]),
    companions: random.chance(0.5) ? [{ guest: inventPerson(random), age: null }] : [],
    company: random.chance(0.1) ? 'Sample Travel Ltd' : null,
  };
}

/** A public test number, so that tests can find where it is stored. */
export const TEST_CARD = '4111111111111111';

/** Address of the companies that guests travel for. */
export const COMPANY_ADDRESS = { street: '1 Sample St', city: 'Sampletown', postalCode: '0000' };

/** Returns the dates between which a virtual card of a stay can be charged. */
export function cardWindow(arrival: string): { from: string; until: string } {
  const until = new Date(Date.parse(arrival) + 365 * 86_400_000).toISOString().slice(0, 10);
  return { from: arrival, until };
}
