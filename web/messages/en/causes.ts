// Why something failed, in English: a sentence for each code. What a channel wrote itself is quoted after it.
import type { CauseCode, FailedPart } from '../../../src/model/cause.ts';

/** `who`: the channel, or what else was asked; `nights`: how many, null = not known. */
type CauseFacts = { who: string; nights: number | null };
type CauseSentence = (facts: CauseFacts) => string;

const nightsOf = (nights: number | null) =>
  nights === null ? 'nights' : nights === 1 ? '1 night' : `${nights} nights`;

export const causes = {
  says: (who: string, said: string) => `${who} says: “${said}”`,
  quoted: (said: string) => `“${said}”`,
  since: (time: string) => `Since ${time}.`,
  again: (time: string) => `Tried again at ${time}.`,
  mailServer: 'The mail server',
  parts: {
    nights: 'Nights',
    reservations: 'Bookings',
    orders: 'List of bookings',
    accepted_requests: 'Accepted requests',
    messages: 'Messages',
    reviews: 'Reviews',
    guest_requests: 'Guests’ requests',
    replies: 'Replies',
    notices: 'Notices that no reply is needed',
    review_replies: 'Replies to reviews',
    request_answers: 'Answers to requests',
    guest_reviews: 'Reviews of guests',
    calendar: 'Calendar',
    otas: 'OTAs behind it',
    sales_limits: 'Settings of the property there',
  } satisfies Record<FailedPart, string>,
  sentences: {
    timed_out: ({ who }) => `${who} did not answer in time. It is tried again.`,
    host_unknown: ({ who }) =>
      `The address of ${who} does not exist on the network (DNS). Check the address.`,
    connection_refused: ({ who }) => `The server of ${who} refused the connection. It is tried again.`,
    broken_off: ({ who }) => `${who} broke off the connection. It is tried again.`,
    not_secure: ({ who }) =>
      `No secure connection to ${who} could be made (TLS). Its certificate may have expired.`,
    unreachable: ({ who }) => `${who} cannot be reached. It is tried again.`,
    address_not_allowed: ({ who }) =>
      `The address of ${who} is not allowed: it must begin with https:// or http:// and not be inside a private network.`,
    answer_too_large: ({ who }) => `The answer of ${who} was too large.`,
    redirected: ({ who }) =>
      `${who} redirects to another address, which is not followed. Enter the address it leads to.`,
    unreadable_answer: ({ who }) => `The answer of ${who} could not be read. It is tried again.`,
    web_page: ({ who }) =>
      `Instead of an answer of ${who} came a web page, as from a firewall. It is tried again.`,
    unavailable: ({ who }) => `${who} could not do it at the moment. It is tried again.`,
    too_many_requests: ({ who }) => `${who} accepts no more requests for now. It goes on by itself.`,
    access_denied: ({ who }) => `${who} denies access.`,
    refused: ({ who }) => `${who} refused it.`,
    mapping_refused: ({ who }) =>
      `Rooms, rates or settings do not match those at ${who}. Correct them under Change.`,
    switched_off: ({ who }) =>
      `${who} is off: its partner interface is closed. Set \`partner_access\` if you have access.`,
    app_missing: ({ who }) =>
      `${who} keeps messages and reviews back. Install the app Messages & Reviews there, or switch conversations off in the settings.`,
    outcome_unclear: ({ who }) =>
      `${who} does not show whether the reply arrived. Look at the conversation there before you send it again.`,
    requests_used_up: ({ who }) =>
      `Every request that ${who} accepts from these credentials is used up. It goes on by itself; credentials of its own do not wait.`,
    repeated_page: ({ who }) => `${who} says that more is waiting, but sends what it has sent before.`,
    unreadable_items: ({ who }) => `${who} sent something that cannot be read.`,
    credentials_unreadable: ({ who }) =>
      `What is stored to reach ${who} cannot be read with the present key. Enter it again.`,
    internal_error: () =>
      `innwire failed at this because of an error of its own, which its log names. It is tried again.`,
    gone: ({ who }) => `${who} says that it is gone for good. Remove it, or enter its new address.`,
    events_removed: () => `Some events were removed from the log before they could be delivered.`,
    paused: () => `It is paused: nothing is exchanged or sent until it is resumed.`,
    nights_not_closed: ({ who, nights }) =>
      `${who} does not close ${nightsOf(nights)} not for sale, and may sell them. It is tried again until they are closed.`,
    nights_refused: ({ who, nights }) =>
      `${who} refused values of ${nightsOf(nights)}, or they are closed there.`,
    value_refused: ({ who }) => `${who} refused values of this night.`,
    not_supported: ({ who }) => `${who} cannot have such values.`,
    not_sent_yet: () => `The last change is not sent yet.`,
    beyond_horizon: () => `The night is further ahead than nights are sent.`,
    never_fetched: ({ who }) => `${who} has never read our calendar. Give it the address of the calendar.`,
    not_fetched_since: ({ who }) => `${who} has not read our calendar since the night changed.`,
    ota_problem: ({ who }) => `Something is wrong with an OTA behind ${who}: see Connections.`,
    calendar_unreadable: ({ who }) =>
      `The calendar of ${who} could not be read. What it showed before stays valid.`,
    calendar_incomplete: ({ who }) =>
      `Some events of the calendar of ${who} could not be read. Their readable dates are closed; correct or delete them there.`,
    expired: () => `It waited too long and was not sent. Write to the guest again.`,
    no_messages: ({ who }) => `The connection to ${who} carries no messages. Write to the guest there.`,
    no_conversation: ({ who }) => `${who} has no conversation with this guest.`,
    connection_gone: ({ who }) =>
      `The connection that the inquiry came through is gone. Write to the guest at ${who}.`,
    nothing_pushed: () => `Calendars are read and served, not pushed: there is nothing to compare.`,
    login_not_tried: ({ who }) =>
      `${who} was not asked, because a log-in may use up the credentials. They are tried when you connect.`,
    test_not_passed: ({ who }) => `Not read, because the test at ${who} failed.`,
    not_shown: ({ who }) => `${who} cannot show its calendar, so it is not compared.`,
    no_nights: () => `No night would be pushed.`,
    no_list: ({ who }) => `${who} sends its bookings by itself; there is no list of them.`,
    reading_marks: ({ who }) => `The bookings were not read, because ${who} would mark them as retrieved.`,
    no_email_address: () => `The booking has no e-mail address. Enter one, then send the reply again.`,
    wrong_email_address: () =>
      `No mail can be sent to the e-mail address of the booking. Correct it there, then send the reply again.`,
    test_property: () => `A test property sends no e-mails.`,
    email_not_set_up: () => `It waits until e-mail is set up.`,
    mail_refused: () => `The mail server did not accept it.`,
  } satisfies Record<CauseCode, CauseSentence> as Record<CauseCode, CauseSentence>,
};
