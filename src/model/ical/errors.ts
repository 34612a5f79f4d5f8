// Errors of calendars and events that cannot be read. After one of them nothing may be removed because the
// calendar does not show it.

/**
 * Thrown when the text is not a complete, readable calendar. Nothing of it is used, because a calendar that
 * is read in part would free sold nights. `message` is a sentence for the property's staff without any text
 * of the calendar, which may name guests.
 */
export class CalendarParseError extends Error {
  override readonly name = 'CalendarParseError';
}

/**
 * Thrown when one event of a complete calendar cannot be read. The other events still close their nights, but
 * no night is opened until all events can be read (see `Calendar.unread`). `message` is a sentence without
 * any text of the event.
 */
export class EventParseError extends Error {
  override readonly name = 'EventParseError';
}
