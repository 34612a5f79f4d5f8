// The city tax that the sample property passes on.
import type { SampleOrder } from './orders.ts';

/**
 * Returns Lisbon's city tax of a stay in cents: four euros per adult and night for the first seven nights (since
 * September 2024). Airbnb collects it itself.
 */
export function cityTaxOf(stay: Pick<SampleOrder, 'checkin' | 'checkout'>, adults: number): number {
  return adults * taxedNights(stay) * 4_00;
}

/** Returns for how many nights of a stay the tax is due. */
export function taxedNights({ checkin, checkout }: Pick<SampleOrder, 'checkin' | 'checkout'>): number {
  return Math.min(CITY_TAX_NIGHTS, checkout - checkin);
}

const CITY_TAX_NIGHTS = 7;
