// Why a calendar, or one event of it, cannot be read: from what is missing then nothing may be concluded.

/**
 * Thrown when the text is not a whole calendar that we understand. Nothing of it is used: a calendar that reads as shorter than
 * it is would free nights that are sold. `message` is a sentence for the property's staff; it holds no text of the calendar itself,
 * which may name guests.
 */
export class CalendarParseError extends Error {
  override readonly name = 'CalendarUnreadable';
}

/**
 * Thrown when one event of a whole calendar cannot be understood. The other events still close their nights; until all events can
 * be read none is opened (see `Calendar.unread`). `message` is a sentence without any text of the event.
 */
export class EventParseError extends Error {
  override readonly name = 'EventUnreadable';
}
