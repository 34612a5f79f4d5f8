// Why something failed, as a code with its facts: beside each text about a failure, for those who read another language.

/** What did not work, at a connection. */
export const FAILED_PARTS = [
  'nights',
  'reservations',
  'orders',
  'accepted_requests',
  'messages',
  'reviews',
  'guest_requests',
  'replies',
  'notices',
  'review_replies',
  'request_answers',
  'guest_reviews',
  'calendar',
  'otas',
  'sales_limits',
] as const;
export type FailedPart = (typeof FAILED_PARTS)[number];

/** Code → what it says, in the documents. */
export const CAUSES = {
  timed_out: 'it did not answer in time',
  host_unknown: 'its host has no address (DNS)',
  connection_refused: 'its host refused the connection',
  broken_off: 'the connection was broken off',
  not_secure: 'no secure connection could be made (TLS)',
  unreachable: 'it could not be reached',
  address_not_allowed: 'its address is no https or http address, or is inside a private network',
  answer_too_large: 'its answer was larger than is read',
  redirected: 'it redirects to another address, which is not followed',
  unreadable_answer: 'its answer could not be read',
  web_page: 'a web page came instead of an answer, as from a firewall',
  unavailable: 'it could not do it at the moment; it is tried again',
  too_many_requests: 'it accepts no more requests for now',
  access_denied: 'it does not accept the credentials, or they do not permit this',
  refused: 'it refused',
  mapping_refused: 'rooms, rates or settings of the connection do not match what is there',
  switched_off: 'the interface of the channel is off in the settings of the connection',
  app_missing: 'an app is not installed at the channel, without which it gives no messages and reviews',
  outcome_unclear: 'it does not show whether the reply arrived: look at the conversation there',
  requests_used_up: 'the connections with the same credentials have used up the requests that it accepts',
  repeated_page: 'it says that more is waiting, but sends what it has sent before',
  unreadable_items: 'something that it sent could not be read or stored',
  credentials_unreadable: 'the stored credentials or address cannot be read with the present key',
  internal_error: 'innwire failed because of an error of its own, which its log names',
  gone: 'it says that it is gone for good (410), and gets nothing more',
  events_removed: 'events were removed from the log before they could be delivered',
  paused: 'it is paused; `said` is the reason',
  nights_not_closed: 'it does not close nights that are not for sale; it is tried again',
  nights_refused: 'it refused nights, or they are closed there because it cannot have their values',
  value_refused: 'it refused values of the night',
  not_supported: 'it has no such values',
  not_sent_yet: 'the values are not sent yet',
  beyond_horizon: 'the night is further ahead than nights are sent',
  never_fetched: 'it has never read the calendar',
  not_fetched_since: 'it has not read the calendar since the night changed',
  ota_problem: 'something is wrong with an OTA behind it',
  calendar_unreadable: 'its calendar could not be read',
  calendar_incomplete: 'some events of its calendar could not be read',
  expired:
    'the reply waited too long and was not sent; `said` is what the other side wrote when it was tried last',
  no_messages: 'the connection carries no messages',
  no_conversation: 'the channel has no conversation with the guest',
  connection_gone: 'the connection that the inquiry came through is gone',
  nothing_pushed: 'its calendars are read and served, so nothing is pushed and nothing can be compared',
  login_not_tried: 'a log-in may use up the credentials, so it was not asked',
  test_not_passed: 'not read, because the test of the connection failed',
  not_shown: 'the protocol cannot show its calendar, so it is not compared',
  no_nights: 'no night would be pushed',
  no_list: 'it sends its reservations by itself: there is no list of them',
  reading_marks: 'reading its reservations marks them as retrieved there, so they were not read',
  no_email_address: 'the booking has no e-mail address',
  wrong_email_address: 'mail cannot be sent to the e-mail address of the booking',
  test_property: 'a test property sends no e-mails',
  email_not_set_up: 'e-mail is not set up: SMTP_URL',
  mail_refused: 'the mail server did not accept it',
} as const;
export type CauseCode = keyof typeof CAUSES;
export const CAUSE_CODES = Object.keys(CAUSES) as CauseCode[];

/** A code and its facts. An absent fact is not known, or does not belong to the code. */
export type Cause = {
  code: CauseCode;
  /** what did not work: parts of a connection, or of a night its values, as the API names them; absent = all of it */
  about?: readonly string[];
  roomIds?: readonly number[];
  /** how many nights */
  nights?: number;
  /** text of the other side or of a person, as it was written */
  said?: string;
  /** HTTP status */
  status?: number;
  /** since when, and when it is tried again: moments as in JSON */
  since?: string;
  retryAt?: string;
};

/** A text about a failure in English, and its code with facts. */
export type Failure = { reason: string; cause: Cause };

/** Returns the cause with what did not work. */
export function about(cause: Cause, ...parts: FailedPart[]): Cause {
  return { ...cause, about: parts };
}

/** Returns the code for an HTTP status that is no success. */
export function codeOfStatus(status: number): CauseCode {
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 401 || status === 403) return 'access_denied';
  if (status === 429) return 'too_many_requests';
  return status >= 500 || status === 408 || status === 425 ? 'unavailable' : 'refused';
}

/** Returns a moment as a fact. */
export function momentText(at: Temporal.Instant): string {
  return at.toString({ fractionalSecondDigits: 3 });
}
