// The longest stays, in nights, that OTAs sell, whether they are reached directly or through an aggregator: a longer
// minimum stay is refused. Sources: the channels' documents, see the adapters.

/** also Expedia's default, so it stands for "no maximum" there */
export const EXPEDIA_LONGEST_STAY = 28;
/** unless the property may sell longer ones */
export const BOOKING_COM_LONGEST_STAY = 31;
