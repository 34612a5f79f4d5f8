// The sentences of problems for clients of REST: members of bodies and queries, methods and paths.
import type { ListedRecords, Reader, RequestPart } from '../problems/reader.ts';
import { describeProblem, listRemoved, type Sentences } from '../problems/sentences.ts';
import type { Problem, ProblemData } from '../problems.ts';

/** Returns the `detail` of a problem document. */
export function problemDetailForRest(problem: Problem): string {
  return describeProblem(problem, REST_READER, REST_SENTENCES);
}

const LISTERS: Record<ListedRecords, string> = {
  properties: 'GET /operator/properties',
  'properties of the token': 'GET properties',
  rooms: 'GET rentals',
  bookings: 'GET bookings',
  guests: 'GET guests',
  groups: 'GET groups',
  inquiries: 'GET inquiries',
  messages: 'GET messages',
  tasks: 'GET tasks',
  templates: 'GET message_templates',
  reviews: 'GET reviews',
  'guest requests': 'GET guest_requests',
  'guest reviews': 'GET guest_reviews',
  'ledger entries': 'GET accounting',
  units: 'GET units',
  closures: 'GET closures',
  proposals: 'GET proposals',
  users: 'GET /operator/users',
  'calendar links': 'GET ical',
  'channel nights': 'GET …/nights',
};

const INVALID: Record<RequestPart, string> = {
  body: 'The body is not valid',
  query: 'The query is not valid',
  header: 'The header is not valid',
  settings: 'The settings do not fit the protocol',
  credentials: 'The credentials do not fit the protocol',
  'unwanted body': 'This operation accepts no body',
};

export const REST_READER: Reader = {
  member: (name) => name,
  setting: (member, value) => `"${member}": ${JSON.stringify(value)}`,
  lister: (records) => LISTERS[records],
  invalid: (part) => INVALID[part],
};

const REST_SENTENCES: Partial<Sentences> = {
  unknown_inquiry: ({ inquiryId, bookedAs }) =>
    bookedAs === null
      ? `Inquiry ${inquiryId} does not exist in this property: list them with GET inquiries.`
      : `Inquiry ${inquiryId} became booking ${bookedAs}: reply there, with POST messages and "rid": ${bookedAs}.`,
  would_remove: describeRemoval,
  events_compacted: ({ firstSeq }) =>
    `Events before ${firstSeq} were removed, as this installation is set to do: read the records as they are now, and go on with after=${firstSeq - 1}.`,
};

function describeRemoval(data: ProblemData['would_remove']): string {
  const removed = listRemoved(data.removed);
  switch (data.case) {
    case 'protocol':
      return `${data.channel} is connected by the protocol ${data.protocol}, not ${data.wanted}: another protocol would remove ${removed}. PUT the whole connection with replace=true if that is what you want.`;
    case 'rates':
      return `This would remove ${removed} from the connection ${data.channel}: give an entry for each rate that the room shall have, name those that it shall lose in remove_rates, or PUT the whole connection with replace=true if that is what you want.`;
    case 'omitted':
      return `This would remove ${removed} from the connection ${data.channel}. Use PATCH to add or change something and keep the rest, or repeat it with replace=true.`;
  }
}
