// Requests go to the right address and carry no unnecessary credentials; what is stored of them has no
// credentials and no card data.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { el } from '../../../src/channels/xml.ts';
import { randomly } from '../../harness/random.ts';
import { NOW } from '../stale-nights.ts';
import {
  answer,
  decodersOf,
  inboundRequest,
  listSamples,
  REPLY,
  RUNS,
  readSample,
  requestsOf,
  TESTED,
} from './adapters.ts';
import { damaged, NEVER_AN_ANSWER } from './hostile.ts';

const STRANGE = ['..', '../../x', 'a/b?c=d#e', '%2e%2e', ' ', 'ä"<&', 'a\r\nb: c'];

describe.each(TESTED)('$protocol', (tested) => {
  const { protocol, adapter, entry } = tested;
  const { connection } = entry;
  const secrets = Object.values(connection.credentials).flatMap(formsOf);
  const samples = listSamples(protocol).map((name) => readSample(protocol, name));

  test('requests go to addresses below that of the connection, whatever ids are in them', () => {
    const base = `${connection.url!.replace(/\/+$/, '')}/`;
    for (const id of [REPLY.thread!, ...STRANGE]) {
      for (const { operation, url } of requestsOf(tested, { ...REPLY, thread: id, reference: id })) {
        expect(url.startsWith(base), `${operation}: ${url}`).toBe(true);
        expect(new URL(url).href.startsWith(base), `${operation}: ${new URL(url).href}`).toBe(true);
        expect(url).not.toMatch(/[\s"<>]/);
      }
    }
  });

  test('without an address of its own the requests of a connection go to the channel over https', () => {
    const requests = requestsOf({ ...tested, entry: { ...entry, connection: { ...connection, url: null } } });
    for (const { url, operation } of requests) {
      // A neutral protocol has no host of its own: its connections have a `url`.
      if (!url.startsWith('/')) expect(new URL(url).protocol, operation).toBe('https:');
      else expect(adapter.needsUrl).toBe(true);
    }
  });

  test('no header can be split by line breaks', () => {
    for (const { headers = {} } of requestsOf(tested)) {
      for (const [name, value] of Object.entries(headers)) {
        expect(name).toMatch(/^[a-z-]+$/);
        expect(value).not.toMatch(/[\r\n\0]/);
      }
    }
  });

  test('a credential stands in a request only where the protocol wants it, and is not kept', () => {
    for (const request of requestsOf(tested)) {
      const { operation, url, body = '', headers = {} } = request;
      for (const secret of secrets) {
        expect(url, operation).not.toContain(secret);
        if (!entry.carriesCredentials?.(request)) expect(body, operation).not.toContain(secret);
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
        for (const text of [body, lines.join('\n'), JSON.stringify(headers), JSON.stringify(request)]) {
          expect(adapter.redact(text), operation).not.toContain(secret);
          // complete or cut off
          const part = adapter.redact(text.slice(0, text.indexOf(secret) + Math.ceil(secret.length * 0.7)));
          expect(part, operation).not.toContain(secret.slice(0, Math.ceil(secret.length * 0.7)));
        }
      }
    }
  });

  test('nor is a session, or what it is renewed with', () => {
    const login = decodersOf(tested).find(({ name }) => name === 'login');
    for (const body of login?.answers ?? []) {
      const verdict = adapter.authorization!.login!.decode(answer(body), NOW);
      if (verdict.kind !== 'ok') throw new Error(verdict.reason);
      const { token, renewed = {} } = verdict.value;
      for (const secret of [token, ...Object.values(renewed)]) {
        expect(adapter.redact(body)).not.toContain(secret);
        expect(adapter.redact(body.slice(0, body.indexOf(secret) + 10))).not.toContain(secret.slice(0, 10));
      }
      const session = { token, expiresAt: NOW };
      for (const request of requestsOf(tested)) {
        const { headers } = adapter.authorization!.authorize(
          { ...request, headers: {} },
          connection,
          session,
        );
        expect(adapter.redact(JSON.stringify(headers ?? {}))).not.toContain(token);
      }
    }
  });

  test('redacting twice removes no more than redacting once', () => {
    const texts = [
      ...samples,
      ...requestsOf(tested).flatMap((request) => [request.body ?? '', JSON.stringify(request)]),
      // With their full 8 MB the bodies that are too large took most of the time of this file.
      ...NEVER_AN_ANSWER.map(([, body]) => body.slice(0, 300_000)),
    ];
    for (const text of texts) {
      const once = adapter.redact(text);
      expect(adapter.redact(once) === once, text.slice(0, 200)).toBe(true);
    }
    const property = fc.property(damaged(texts.filter(({ length }) => length < 20_000)), (text) => {
      const once = adapter.redact(text);
      expect(adapter.redact(once)).toBe(once);
    });
    fc.assert(property, randomly(RUNS * 4));
  });

  test('redaction leaves pushed nights unchanged', () => {
    for (const request of requestsOf(tested)) {
      if (entry.carriesCredentials?.(request)) continue;
      expect(adapter.redact(request.body ?? ''), request.operation).toBe(request.body ?? '');
    }
  });

  test('nothing of a card is read or stored', () => {
    for (const card of entry.cards ?? []) {
      const holding = samples.filter((body) => body.includes(card));
      expect(holding, card).not.toEqual([]);
      for (const body of holding) {
        expect(read(body)).not.toContain(card);
        expect(adapter.redact(body), card).not.toContain(card);
        expect(adapter.redact(body.slice(0, body.indexOf(card) + card.length))).not.toContain(card);
      }
    }
  });

  test.each(
    entry.guestTexts ?? [],
  )('a card number that a guest writes in place of %s is not read or kept', (guestText) => {
    const holding = samples.filter((body) => body.includes(guestText));
    expect(holding).not.toEqual([]);
    for (const written of ['4111111111111111', '4111 1111 1111 1111', '5500-0000-0000-0004 12/31 987']) {
      const quoted = /^(.*")[^"]*"$/.exec(guestText);
      const typed = quoted ? `${quoted[1]}it is ${written}"` : `it is ${written}`;
      for (const body of holding.map((one) => one.replaceAll(guestText, typed))) {
        const number = /^[\d -]{16,19}/.exec(written)![0].trim();
        expect(body).toContain(number);
        expect(read(body)).not.toContain(number);
        expect(adapter.redact(body)).not.toContain(number);
      }
    }
  });

  /** Decodes a body with every decoder, and collects the responses of inbound requests. */
  function read(body: string): string {
    const verdicts = decodersOf(tested).map(({ decode }) => decode(answer(body)));
    const paths = ['/', '/notification', '/new_booking'];
    const inbound = (adapter.inbound ? paths : []).map((path) => {
      const meant = adapter.inbound!.decode(inboundRequest(tested, { path, body }), connection);
      if (meant.kind !== 'reservations') return [meant, null];
      const outcome = { reservationIds: [1], conflict: null };
      return [meant, meant.answer(meant.reservations.map((reservation) => ({ reservation, ...outcome })))];
    });
    return JSON.stringify([verdicts, inbound]);
  }
});

/** A secret as it is written in texts of different formats. */
function formsOf(secret: string): string[] {
  const inXml = el('a', { b: secret }).markup.slice('<a b="'.length, -'"/>'.length);
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [
    ...new Set([
      secret,
      inXml,
      inJson,
      JSON.stringify(inJson).slice(1, -1),
      encodeURIComponent(secret),
      btoa(secret),
    ]),
  ];
}
