// Minimum and maximum stays that the OTAs behind Channex refuse. Channex takes them over and passes them on; an OTA that refuses
// them goes on selling the night at the terms it had before.
//
// Sources: those of the adapters of these OTAs. What other OTAs refuse is not known.
import type { StaleNight } from '../channel.ts';
import { EXPEDIA_LONGEST_STAY } from '../longest-stays.ts';
import { contradictionOfStays, minStayError } from '../unsupported-values.ts';
import type { ChannexConnection } from './settings.ts';

type StayLimits = {
  /** for people */
  title: string;
  /** the longest minimum stay in nights */
  longest(settings: ChannexConnection['settings']): number;
  /** the setting that it comes from */
  setting?: string;
};

/** By the names of OTAs. Each of them also refuses a minimum above the maximum. */
const STAY_LIMITS: Readonly<Record<string, StayLimits>> = {
  airbnb: { title: 'Airbnb', longest: () => Number.POSITIVE_INFINITY },
  booking_com: {
    title: 'Booking.com',
    longest: (settings) => settings.booking_com_longest_stay,
    setting: 'booking_com_longest_stay',
  },
  expedia: { title: 'Expedia', longest: () => EXPEDIA_LONGEST_STAY },
};

export const LIMITING_OTAS = Object.keys(STAY_LIMITS);

/** Returns why an OTA that is switched on refuses minimum and maximum stay of a night; null when none does. */
export function stayErrorOfOtas(
  { values }: StaleNight,
  { otas, settings }: ChannexConnection,
): string | null {
  for (const ota of otas) {
    const limits = STAY_LIMITS[ota];
    if (!limits) continue;
    const { title: channel, setting } = limits;
    const error =
      minStayError(values.minStay, {
        channel,
        longest: limits.longest(settings),
        ...(setting && { setting }),
      }) ?? contradictionOfStays(values, channel);
    if (error !== null) return error;
  }
  return null;
}
