// Every registered adapter with its entry, its decoders, and the requests it makes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type {
  Acknowledgement,
  Adapter,
  AriMessage,
  InboundRequest,
  OutgoingReply,
  Pull,
  Pulled,
  Session,
  Verdict,
  WireRequest,
  WireResponse,
} from '../../../src/channels/channel.ts';
import { ADAPTERS } from '../../../src/channels/registry.ts';
import { NOW, nights, TODAY, withFilledSettings } from '../stale-nights.ts';
import { ENTRIES } from './entries.ts';
import type { Entry } from './entry.ts';

export type Tested = { protocol: string; adapter: Adapter; entry: Entry };

/** Adapters without an entry, or with an unfinished one, are reported by a test of registry.test.ts. */
export const TESTED: readonly Tested[] = ADAPTERS.flatMap((adapter) => {
  const entry = ENTRIES[adapter.protocol];
  if (!entry || entry.todo?.length) return [];
  const connection = withFilledSettings(adapter.protocol, entry.connection);
  return [{ protocol: adapter.protocol, adapter, entry: { ...entry, connection } }];
});

/** Cases of each property: few, so that the suite takes seconds. TEST_RUNS=5000 sets more. */
export const RUNS = 30;

const FIXTURES = new URL('../fixtures/', import.meta.url);

export function listSamples(protocol: string): string[] {
  const folder = new URL(`${protocol}/`, FIXTURES);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

export function readSample(protocol: string, name: string): string {
  return readFileSync(new URL(`${protocol}/${name}`, FIXTURES), 'utf8').trim();
}

export type Decoder = {
  name: string;
  /** the request of the response */
  request: WireRequest;
  decode(response: WireResponse): Verdict<unknown>;
  /** successful responses */
  answers: readonly string[];
  /** the requests and acknowledgements that follow such a verdict */
  goOn(verdict: Verdict<unknown>): Acknowledgement<unknown>[];
};

export const REPLY: OutgoingReply = {
  text: 'Yes, from 13:00.',
  reference: '4000000001',
  thread: 't-1',
  key: 'innwire-1-1',
  queuedAt: NOW,
};

const REVIEW_OF_GUEST = {
  scores: { respect_house_rules: 5, communication: 5, cleanliness: 5 },
  privateReview: null,
  isRecommended: true,
  tags: [],
};

/** The reference of a looked-up order. */
const ORDER = '4000000001';

const PULLS = ['reservations', 'messages', 'reviews'] as const;

/** Returns every decoder of an adapter. */
export function decodersOf(tested: Tested): Decoder[] {
  const { adapter, entry, protocol } = tested;
  const { connection } = entry;
  const { ari, replies, reviewReplies, authorization } = adapter;
  const request: WireRequest = { operation: 'x', method: 'GET', url: 'http://channel.test/x' };
  const found: Found[] = PULLS.flatMap((name) => pullDecoders(tested, name));
  const add = <T>(name: string, decode: ((response: WireResponse) => Verdict<T>) | undefined | false) => {
    if (decode) found.push({ name, request: request, decode, goOn: () => [] });
  };
  if (ari) {
    const message = pushOf(tested);
    found.push({
      name: 'ari',
      request: message,
      decode: (response) => ari.decode(response, message, connection),
      goOn: () => [],
    });
    add('readBack', ari.readBack && ((response) => ari.readBack!.decode(response, connection)));
  }
  found.push(...recoveryDecoders(tested));
  const { orderLookup } = adapter;
  add('orderLookup', orderLookup && ((one) => orderLookup.decode(one, ORDER, connection)));
  add('replies.sent', replies?.decodeSent);
  add('replies.findThread', replies?.findThread && ((one) => replies.findThread!.decode(one, REPLY)));
  add('replies.check', replies?.check && ((one) => replies.check!.decode(one, REPLY)));
  add('reviewReplies', reviewReplies?.decodeSent);
  add('guestReviews', adapter.guestReviews?.decodeSent);
  add('guestReviews.check', adapter.guestReviews?.check.decode);
  add('otas', adapter.otas && ((one) => adapter.otas!.decode(one, connection)));
  const login = authorization?.login;
  add('login', login && ((one) => login.decode(one, NOW)));
  add('test', adapter.test && ((one) => adapter.test!.decode(one, connection)));
  return found.map((decoder) => ({ ...decoder, answers: goodAnswers(entry, protocol, decoder.name) }));
}

type Found = Omit<Decoder, 'answers'>;

function pullDecoders({ adapter, entry }: Tested, name: (typeof PULLS)[number]): Found[] {
  const pull = adapter[name] as Pull<unknown> | undefined;
  if (!pull) return [];
  const { connection, cursors = {} } = entry;
  const states = [[name, null] as const, ...Object.entries(cursors).filter(([key]) => key.startsWith(name))];
  const { acknowledge } = pull;
  const goOn = (verdict: Verdict<unknown>) => {
    if (verdict.kind !== 'ok') return [];
    const { items, cursor } = verdict.value as Pulled<unknown>;
    const next = cursor === undefined ? [] : pull.requests(connection, { cursor, now: NOW });
    const acknowledged = acknowledge?.requests(items, connection, NOW, () => [17]) ?? [];
    return [...next.map((request) => ({ ...request, items: [] })), ...acknowledged];
  };
  const decoders = states.flatMap(([state, cursor]) =>
    pull
      .requests(connection, { cursor, now: NOW })
      .slice(0, 1)
      .map((request) => ({
        name: state,
        request,
        decode: (response: WireResponse) => pull.decode(response, request, connection),
        goOn,
      })),
  );
  if (!acknowledge) return decoders;
  const request = decoders[0]!.request;
  const decode = (response: WireResponse) => acknowledge.decode(response, request);
  return [...decoders, { name: `${name}.acknowledge`, request, decode, goOn: () => [] }];
}

const RECOVERY_STATES = [
  { cursor: null, now: NOW, since: null },
  { cursor: null, now: NOW, since: NOW.subtract({ hours: 3 }) },
];

/**
 * `recovery`, and `recovery/2` … where one recovery makes several requests; each after a gap, when the most
 * is requested.
 */
function recoveryDecoders({ adapter: { recovery }, entry: { connection } }: Tested): Found[] {
  return (recovery?.requests(connection, RECOVERY_STATES[1]!) ?? []).map((request, i) => ({
    name: i === 0 ? 'recovery' : `recovery/${i + 1}`,
    request,
    decode: (response) => recovery!.decode(response, request, connection),
    goOn: (verdict) => {
      const cursor = verdict.kind === 'ok' ? (verdict.value as Pulled<unknown>).cursor : undefined;
      if (cursor === undefined) return [];
      return recovery!
        .requests(connection, { ...RECOVERY_STATES[0]!, cursor })
        .map((one) => ({ ...one, items: [] }));
    },
  }));
}

/** The first message of a push of three nights of every mapped room with all fields changed. */
export function pushOf({ adapter, entry }: Tested): AriMessage {
  const { connection } = entry;
  const stale = connection.rooms.flatMap((room) =>
    nights(3, { room, date: TODAY, values: { priceMinor: 12_000 } }),
  );
  return adapter.ari!.encode(stale, connection, NOW)[0]!;
}

function goodAnswers(entry: Entry, protocol: string, name: string): string[] {
  const samples = Object.entries(entry.samples).flatMap(([file, sample]) =>
    'answers' in sample && sample.answers === name && (sample.kind ?? 'ok') === 'ok'
      ? [readSample(protocol, file)]
      : [],
  );
  return [...samples, ...(entry.answers?.[name] ?? [])];
}

export function answer(body: string, status = 200, headers: Record<string, string> = {}): WireResponse {
  return { status, headers, body };
}

/** The items of a pull in a successful response. */
export function pulledItems(tested: Tested, name: string): unknown[] {
  return decodersOf(tested)
    .filter((decoder) => decoder.name === name)
    .flatMap(({ decode, answers }) =>
      answers.flatMap((body) => {
        const verdict = decode(answer(body)) as Verdict<{ items: unknown[] }>;
        return verdict.kind === 'ok' ? verdict.value.items : [];
      }),
    );
}

/** Returns each request that an adapter makes, as it is sent; of pushes only the first. */
export function requestsOf(tested: Tested, reply: OutgoingReply = REPLY): WireRequest[] {
  const { adapter, entry } = tested;
  const { connection, cursors = {} } = entry;
  const window = { from: TODAY, to: TODAY.add({ days: 40 }) };
  const requests: (WireRequest | undefined)[] = [
    ...(adapter.ari ? [pushOf(tested)] : []),
    ...(adapter.ari?.readBack?.request(connection, window) ?? []),
    adapter.orderLookup?.request(ORDER, connection),
    adapter.replies?.send(reply, connection),
    adapter.replies?.findThread?.request(reply, connection),
    adapter.replies?.check?.request(reply, connection),
    adapter.reviewReplies?.send(
      { externalReview: reply.thread ?? '', reference: null, language: 'en', reply: reply.text },
      connection,
    ),
    adapter.guestReviews?.send(
      { ...REVIEW_OF_GUEST, externalReview: reply.thread ?? '', publicReview: reply.text },
      connection,
    ),
    adapter.guestReviews?.check.request(reply.thread ?? '', connection),
    adapter.test?.request(connection),
    adapter.otas?.request(connection),
  ];
  for (const state of RECOVERY_STATES)
    requests.push(...(adapter.recovery?.requests(connection, state) ?? []));
  for (const name of PULLS) {
    const pull = adapter[name] as Pull<unknown> | undefined;
    if (!pull) continue;
    const states = Object.entries(cursors).filter(([key]) => key.startsWith(name));
    for (const cursor of [null, ...states.map(([, one]) => one)]) {
      requests.push(...pull.requests(connection, { cursor, now: NOW }));
    }
    requests.push(
      ...(pull.acknowledge?.requests(pulledItems(tested, name), connection, NOW, () => [17]) ?? []),
    );
  }
  const session = { token: 'eyJhbGciOiJSUzI1NiJ9.e30.a-session', expiresAt: NOW };
  const login = adapter.authorization?.login;
  const sent = requests.flatMap((request) => {
    if (!request) return [];
    const needed = login !== undefined && (login.neededBy?.(request, connection) ?? true);
    return [authorized(tested, request, needed ? session : null)];
  });
  return login ? [...sent, login.request(connection)] : sent;
}

/** The request with the authorization of its protocol, if that has one. */
export function authorized(
  { adapter, entry }: Pick<Tested, 'adapter' | 'entry'>,
  request: WireRequest,
  session: Session | null,
): WireRequest {
  return adapter.authorization?.authorize(request, entry.connection, session) ?? request;
}

/** An inbound request with valid authentication. */
export function inboundRequest({ entry }: Tested, some: Partial<InboundRequest> = {}): InboundRequest {
  return {
    method: 'POST',
    base: 'https://pms.example/channels/key',
    path: '/',
    query: {},
    body: '',
    now: NOW,
    ...some,
    headers: { ...entry.inbound!.proof, ...some.headers },
  };
}
