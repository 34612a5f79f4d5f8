// Stays about which people must decide: those in conflict, and those of which the channel reports otherwise than people here have set it.

/** Days after departure until which there is something to decide. */
export const UNDECIDED_DAYS = 14;
