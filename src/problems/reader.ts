// How a carrier (REST, MCP, the command line) names things to its readers.

/** Records that a reader can list to find the right id. */
export type ListedRecords =
  | 'properties'
  | 'properties of the token'
  | 'rooms'
  | 'bookings'
  | 'guests'
  | 'groups'
  | 'inquiries'
  | 'messages'
  | 'guest requests'
  | 'guest reviews'
  | 'tasks'
  | 'templates'
  | 'reviews'
  | 'ledger entries'
  | 'units'
  | 'closures'
  | 'proposals'
  | 'users'
  | 'calendar links'
  | 'channel nights';

/** The part of a request that holds a wrong value. */
export type RequestPart = 'body' | 'query' | 'header' | 'settings' | 'credentials' | 'unwanted body';

/** The names that a carrier's readers know. The sentences of problems contain them. */
export type Reader = {
  /** Returns the name of a member of the request: `checkin`, `--checkin`. */
  member(name: string): string;
  /** Returns how a member is given a value: `"early": true`, `--early`. */
  setting(member: string, value: string | number | true): string;
  /** Returns what lists the records: `GET rentals`; null if the reader gets this advice in another sentence. */
  lister(records: ListedRecords): string | null;
  /** Returns the beginning of a sentence about wrong members: `The body is not valid`; null for none. */
  invalid(part: RequestPart): string | null;
};

/** For readers who send no request of ours: guests' agents at a channel, and readers of an offer's reasons. */
export const PLAIN_READER: Reader = {
  member: (name) => name,
  setting: (member, value) => `${member} ${value}`,
  lister: () => null,
  invalid: () => null,
};
