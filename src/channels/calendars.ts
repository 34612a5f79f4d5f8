// Calendars that are read from a channel room by room: part of the adapter interface (channel.ts).
import type { Outgoing } from '../outgoing/http.ts';

/**
 * Reads the calendar of a mapped room at its own URL. The channel reads ours as a feed in return: nothing is
 * pushed, pulled or asked for with other members of the interface, and a room is mapped by its calendar's URL.
 */
export type Calendars = {
  /**
   * Fetches a calendar, unless it is unchanged since the validators of `source`. Throws CalendarFetchError for a
   * response that is not a calendar, OutgoingError when there is no response. It sends its request itself,
   * because redirects are followed and the size is limited as for no other request.
   */
  fetchCalendar(outgoing: Outgoing, source: CalendarRequest): Promise<FetchedCalendar>;
};

export type CalendarRequest = {
  /** http(s)://, or webcal:// as calendar programs write it */
  url: string;
  /** the validators that the last successful fetch returned */
  etag: string | null;
  lastModified: string | null;
  /** cancels the request */
  signal?: AbortSignal;
};

export type FetchedCalendar =
  | { kind: 'unchanged' }
  | { kind: 'calendar'; text: string; etag: string | null; lastModified: string | null };

/**
 * The channel answered, but not with its calendar. `message` is a sentence that does not contain the address.
 */
export class CalendarFetchError extends Error {
  override readonly name = 'CalendarFetchError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
