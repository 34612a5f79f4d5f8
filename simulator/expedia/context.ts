// State and options that the modules of the simulated Expedia share; parsing and errors of EQC messages.

import type { Hotel } from '../hotel.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import type { OtaCore, OtaOptions } from '../ota.ts';
import { child, document, el, type Node, readXml, XmlError } from '../xml.ts';
import { misshapen, type Shapes } from '../xml-shape.ts';

export type ExpediaOptions = OtaOptions & {
  /** pricing model of the hotel */
  pricing?: 'PerDay' | 'PerOccupancy';
  /** some bookings are paid at the hotel, with the suffix A in their rate plan; false: none are */
  hotelCollect?: boolean;
  /** verification threshold: a higher price gets warning 7021 */
  dearest?: number;
  /**
   * scope of error 3210 for a second request while one is in progress: `hotel`, across all APIs, as the
   * guides and references of 2016 to 2020 say; `api`, only for requests of the same API
   */
  oneRequestPer?: 'hotel' | 'api';
  /** milliseconds for which a request stays in progress after its client has closed the connection */
  goesOnMs?: number;
  /** messages contain a reservation's confirmation number instead of the booking's number */
  namesConfirmations?: boolean;
};

export type Expedia = { core: OtaCore; options: ExpediaOptions };

/** Names, namespaces and schema of an EQC message and its response. */
export type EqcMessage = { request: string; answer: string; reads: string; writes: string; shapes: Shapes };

const BASE = 'http://www.expediaconnect.com/EQC';
export const eqcNamespace = (version: string): string => `${BASE}/${version}`;

/** Thrown for an error that refuses the whole message. */
export class EqcError extends Error {
  readonly code: number;
  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}

const NAME_LENGTH = { least: 4, most: 30 };
const PASSWORD_LENGTH = { least: 6, most: 30 };

/** Handles an EQC call: checks XML, schema, login, hotel and concurrent requests, then calls `work`. */
export function eqcCall(
  context: Expedia,
  request: Incoming,
  message: EqcMessage,
  work: (root: Node, account: string, hotel: Hotel | undefined) => OtaResponse,
): OtaResponse {
  try {
    const root = read(request, message);
    const account = login(context, root);
    const hotel = hotelOf(context, root, account);
    oneConnection(request, hotel, context.options);
    const refused = request.fault('refuse');
    if (refused) throw new EqcError(Number(refused.code ?? 4000), 'Internal error, please retry');
    return work(root, account, hotel);
  } catch (error) {
    if (!(error instanceof EqcError)) throw error;
    return eqcAnswer(message, el('Error', { code: error.code }, error.message));
  }
}

export function eqcAnswer(message: EqcMessage, ...content: Parameters<typeof el>[2][]): OtaResponse {
  const body = document(el(message.answer, { xmlns: message.writes }, ...content));
  return { headers: { 'content-type': 'text/xml; charset=utf-8' }, body };
}

function read(request: Incoming, message: EqcMessage): Node {
  if (!/^(text|application)\/xml\b/.test(request.headers['content-type'] ?? '')) {
    throw new EqcError(2002, 'Parsing error: the content type must be text/xml');
  }
  let root: Node;
  try {
    root = readXml(request.body);
  } catch (error) {
    if (error instanceof XmlError) throw new EqcError(2002, `Parsing error: ${error.message}`);
    throw error;
  }
  if (root.name !== message.request) throw new EqcError(3010, `Schema: expected ${message.request}`);
  if (root.namespace !== message.reads) throw new EqcError(2010, 'The namespace specified is invalid');
  const wrong = misshapen(root, message.shapes);
  if (wrong) throw new EqcError(3010, `Schema: ${wrong}`);
  return root;
}

function login(context: Expedia, root: Node): string {
  const { username = '', password = '' } = child(root, 'Authentication')!.attributes;
  for (const [value, { least, most }] of [
    [username, NAME_LENGTH],
    [password, PASSWORD_LENGTH],
  ] as const) {
    if (value.length < least || value.length > most)
      throw new EqcError(3010, 'Schema: length of the credentials');
  }
  const account = context.core.account((own) => own['username'] === username && own['password'] === password);
  if (!account) throw new EqcError(1001, 'Authentication error: invalid username or password');
  return account;
}

function hotelOf(context: Expedia, root: Node, account: string): Hotel | undefined {
  const id = child(root, 'Hotel')?.attributes['id'];
  if (id === undefined) return undefined;
  if (!/^[1-9]\d{0,13}$/.test(id))
    throw new EqcError(3010, 'Schema: Hotel id must be a number of at most 14 digits');
  const hotel = context.core.hotels.find(id);
  if (!hotel) throw new EqcError(3202, `Hotel ID ${id} is not valid`);
  if (hotel.account !== account) {
    throw new EqcError(1003, "The user account provided doesn't have the right access level");
  }
  return hotel;
}

/** Throws error 3210 when another request of the hotel is in progress. */
function oneConnection(
  request: Incoming,
  hotel: Hotel | undefined,
  { oneRequestPer = 'hotel' }: ExpediaOptions,
): void {
  if (!hotel) return;
  const isOfHotel = new RegExp(`<Hotel\\s+id=["']${hotel.id}["']`);
  const same = request.others.some(
    ({ path, body }) =>
      (oneRequestPer === 'api' ? path === request.path : path.startsWith('/eqc/')) && isOfHotel.test(body),
  );
  if (same) throw new EqcError(3210, 'Communication error: exceed max number of connections allowed (1)');
}
