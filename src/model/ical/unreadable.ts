// The one failure of reading a calendar: the text is not a whole calendar that we understand, so nothing may be concluded from it.

/**
 * Thrown instead of returning fewer events than the channel has: a calendar that reads as shorter than it is would free
 * nights that are sold. `message` is a sentence for the property's staff; it holds no text of the calendar itself, which may
 * name guests.
 */
export class CalendarUnreadable extends Error {
  override readonly name = 'CalendarUnreadable';
}
