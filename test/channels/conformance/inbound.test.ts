// Properties of inbound requests that every adapter must have: each request is understood or refused with a
// reason, and nothing breaks, whoever sends it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Inbound, InboundAnswer, InboundRequest, KnownNight } from '../../../src/channels/channel.ts';
import { readXml } from '../../../src/channels/xml.ts';
import { REFUSAL_REASONS } from '../../../src/model/booking-request.ts';
import { randomly } from '../../harness/random.ts';
import { NOW, USUAL } from '../stale-nights.ts';
import { inboundRequest, RUNS, readSample, TESTED, type Tested } from './adapters.ts';
import { cutOff, damaged, NEVER_AN_ANSWER, swapped } from './hostile.ts';
import { expectItem, expectMoment, expectText, must, textsOf } from './verdicts.ts';

const LISTENING = TESTED.filter(({ adapter }) => adapter.inbound);

describe.each(LISTENING)('$protocol', (tested) => {
  const { adapter, entry } = tested;
  const { connection } = entry;
  const requests = requestsOf(tested);
  const posts = requests.filter(({ body }) => body !== '');
  const decode = (request: InboundRequest) => adapter.inbound!.decode(request, connection);

  test.each(requests)('$method $path $body is $means, and answered', ({ means, ...request }) => {
    const inbound = decode(request);
    expect(inbound.kind).toBe(means);
    expectSound(inbound);
  });

  test('a request without a valid proof is refused with 401', () => {
    const wrong = Object.entries(entry.inbound!.proof).flatMap(([name, value]) =>
      ['', 'x', `x${value}`, value.slice(0, -4), value.toUpperCase(), 'Basic Og==', 'Basic ***'].map(
        (other): Record<string, string> => ({ [name]: other }),
      ),
    );
    for (const { means: _, ...request } of requests) {
      for (const headers of wrong) {
        const inbound = decode({ ...request, headers });
        expect(inbound.kind).toBe('refused');
        expect(answersOf(inbound)[0]).toMatchObject({ status: 401 });
      }
    }
    const nobody = { ...connection, credentials: {} };
    for (const { means: _, ...request } of wrong.length > 0 ? requests : []) {
      for (const headers of [{}, request.headers, ...wrong]) {
        expect(adapter.inbound!.decode({ ...request, headers }, nobody).kind).toBe('refused');
      }
    }
  });

  test('requests that no channel sends are refused', () => {
    for (const { means: _, ...request } of posts) {
      for (const [what, body] of NEVER_AN_ANSWER) {
        const inbound = decode({ ...request, body });
        expectSound(inbound);
        if (expectsContent(inbound)) expect(inbound.kind, what).toBe('refused');
      }
    }
  });

  test('a part of a request is refused', () => {
    for (const { means: _, ...request } of posts) {
      for (const body of cutOff(request.body))
        must(decode({ ...request, body }).kind === 'refused', () => body);
    }
  });

  test('any one value may be wrong', () => {
    for (const { means: _, ...request } of posts) {
      for (const body of swapped(request.body)) expectSound(decode({ ...request, body }));
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('any request to any path is understood or refused', () => {
    const property = fc.property(
      damaged(['{}', ...posts.map(({ body }) => body)]),
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'),
      fc.constantFrom(...requests),
      fc.oneof(
        fc.constant(null),
        fc.webPath(),
        fc.string({ unit: 'binary' }).map((text) => `/${text}`),
      ),
      fc.dictionary(fc.string(), fc.string()),
      (body, method, inbound, path, query) => {
        const { means: _, ...request } = inbound;
        const other = { ...request, method, body, query: { ...request.query, ...query } };
        expectSound(decode({ ...other, path: path ?? request.path }));
      },
    );
    fc.assert(property, randomly(RUNS * 4));
  });

  /** Some requests are identified by their address, whatever their content. */
  function expectsContent({ kind }: Inbound): boolean {
    return kind !== 'answered' && kind !== 'resync' && kind !== 'hint';
  }
});

type ExpectedRequest = InboundRequest & { means: string };

function requestsOf(tested: Tested): ExpectedRequest[] {
  const { entry, protocol } = tested;
  const samples = Object.entries(entry.samples).flatMap(([name, sample]) => {
    if (!('sent' in sample)) return [];
    const { sent: means, ...request } = sample;
    return [{ means, ...request, body: readSample(protocol, name) }];
  });
  return [...samples, ...(entry.inbound!.asks ?? [])].map(({ means, ...request }) => ({
    means,
    ...inboundRequest(tested, request),
  }));
}

/** Its content can be stored, and every outcome has a response that can be sent. */
function expectSound(inbound: Inbound): void {
  if (inbound.kind === 'reservations') inbound.reservations.forEach(expectItem);
  if (inbound.kind === 'messages') inbound.messages.forEach(expectItem);
  for (const text of textsOf(inbound)) expectText(text);
  if (inbound.kind === 'changed_since') expectMoment(inbound.since);
  if (inbound.kind === 'availability' || inbound.kind === 'alteration') {
    const stays = inbound.kind === 'availability' ? inbound.stays : [inbound.stay];
    for (const { checkin, checkout } of stays) {
      const nights = checkin.until(checkout, { largestUnit: 'day' }).days;
      must(nights > 0 && nights <= 366, () => `${checkin} to ${checkout}`);
    }
  }
  if (inbound.kind === 'calendar') {
    expect(Temporal.PlainDate.compare(inbound.window.from, inbound.window.to)).toBeLessThanOrEqual(0);
    expect(inbound.window.from.until(inbound.window.to, { largestUnit: 'day' }).days).toBeLessThan(1_200);
  }
  for (const answer of answersOf(inbound)) {
    const [least, most] = inbound.kind === 'refused' ? [400, 501] : [200, 499];
    must(answer.status >= least! && answer.status <= most!, () => `${inbound.kind}: status ${answer.status}`);
    must(/^(application\/(json|xml)|text\/plain)/.test(answer.contentType), () => answer.contentType);
    must(answer.body !== '', () => `${inbound.kind}: an empty body`);
    if (answer.contentType.includes('json')) JSON.parse(answer.body);
    if (answer.contentType.includes('xml')) readXml(answer.body);
  }
}

const REFUSALS = REFUSAL_REASONS.map((reason) => ({
  reason,
  message: `The night is <taken> & "gone": ${reason}.`,
}));

function answersOf(inbound: Inbound): InboundAnswer[] {
  switch (inbound.kind) {
    case 'reservations': {
      const outcomes = [
        { reservationIds: [1001, 1002], conflict: null },
        { reservationIds: [1001], conflict: 'The night is <taken> & "gone".' },
        { reservationIds: [], conflict: null },
        ...REFUSALS.map((refusal) => ({ reservationIds: [], conflict: null, refusal })),
      ];
      return outcomes.map((outcome) =>
        inbound.answer(inbound.reservations.map((reservation) => ({ reservation, ...outcome }))),
      );
    }
    case 'calendar': {
      const known: KnownNight[] = [1, 301, 501, 801].map((roomId) => ({
        roomId,
        date: inbound.window.from,
        values: USUAL,
      }));
      return [inbound.answer(known), inbound.answer([])];
    }
    case 'changed_since': {
      const reservation = {
        reference: 'RES-1001 & <co>',
        revision: '1',
        at: null,
        soldBy: null,
        status: 'cancelled' as const,
        guest: { name: '', email: null, phone: null },
        currency: null,
        rooms: [],
        notes: null,
        receipt: 'no json',
        thread: null,
      };
      return [
        inbound.answer([{ reservation, reservationIds: [], conflict: null, changedAt: NOW }]),
        inbound.answer([]),
      ];
    }
    case 'availability':
      return [
        inbound.answer(inbound.stays.map(() => null)),
        ...REFUSALS.map((refusal) => inbound.answer(inbound.stays.map(() => refusal))),
      ];
    case 'alteration':
      return [null, ...REFUSALS].map((refusal) => inbound.answer(refusal));
    default:
      return [inbound.answer];
  }
}
