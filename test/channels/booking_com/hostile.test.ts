// Whatever comes instead of an answer of Booking.com is named, and never taken for a good one.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookingCom } from '../../../src/channels/booking_com/adapter.ts';
import type { Verdict, WireResponse } from '../../../src/channels/channel.ts';
import { connectionTo, NOW, nights } from '../any-nights.ts';
import { anyStatus, damaged, GARBAGE } from '../hostile-answers.ts';

const connection = connectionTo('booking_com');
const DIR = path.join(import.meta.dirname, '../fixtures/booking_com');
const SAMPLES = readdirSync(DIR)
  .filter((name) => /\.(xml|json)$/.test(name))
  .map((name) => readFileSync(path.join(DIR, name), 'utf8'));

const [message] = bookingCom.ari!.encode(nights(3), connection, NOW);
const request = { operation: 'x', method: 'GET', url: 'https://x.invalid' } as const;
const reply = { text: 'a', reference: 'r', thread: 't', key: 'k', queuedAt: NOW };
const { reservations, messages, reviews, replies, reviewReplies, authorization, test: trial } = bookingCom;

const DECODERS: Record<string, (response: WireResponse) => Verdict<unknown>> = {
  ari: (response) => bookingCom.ari!.decode(response, message!, connection),
  reservations: (response) => reservations!.decode(response, request, connection),
  acknowledged: (response) => reservations!.acknowledge!.decode(response, request),
  messages: (response) => messages!.decode(response, request, connection),
  confirmed: (response) => messages!.acknowledge!.decode(response, request),
  reviews: (response) => reviews!.decode(response, request, connection),
  sent: (response) => replies!.decodeSent(response),
  found: (response) => replies!.findThread!.decode(response, reply),
  checked: (response) => replies!.check!.decode(response, reply),
  reviewed: (response) => reviewReplies!.decodeSent(response),
  login: (response) => authorization.login!.decode(response, NOW),
  test: (response) => trial!.decode(response, connection),
};

/** An empty body can be a good answer: an empty queue, or a bare acknowledgement. */
const MAY_BE_EMPTY = new Set(['reservations', 'acknowledged', 'confirmed']);

test.each(GARBAGE)('%s is no answer', (_what, body) => {
  for (const [name, decode] of Object.entries(DECODERS)) {
    if (body.trim() === '' && MAY_BE_EMPTY.has(name)) continue;
    const verdict = decode({ status: 200, headers: {}, body });
    expect(verdict.kind, name).toMatch(/^(retry|refused)$/);
    const { words } = verdict as { words: string };
    expect(words.length, name).toBeGreaterThan(5);
    expect(words.length, name).toBeLessThan(600);
  }
});

test('damaged samples are read or named, without a word of a card', () => {
  fc.assert(
    fc.property(damaged(SAMPLES), anyStatus, (body, status) => {
      for (const [name, decode] of Object.entries(DECODERS)) {
        const verdict = decode({ status, headers: {}, body });
        expect(verdict.kind, name).toMatch(/^(ok|retry|auth|refused)$/);
        if (status >= 300 && name !== 'found') expect(verdict.kind, name).not.toBe('ok');
        if (verdict.kind !== 'ok') expect(verdict.words.length, name).toBeGreaterThan(5);
        expect(JSON.stringify(verdict), name).not.toContain('4111111111111111');
      }
    }),
    { numRuns: 400 },
  );
});

test('credentials and cards are taken out of everything that is kept', () => {
  const credentials = { client_id: 'the-client', client_secret: 'hush-hush-hush' };
  const login = authorization.login!.request({ ...connection, credentials });
  const session = { token: 'eyJhbGciOiJSUzI1NiJ9.e30.signature', expiresAt: NOW };
  const authorized = authorization.authorize(request, connection, session);
  const headers = Object.entries(authorized.headers!)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  for (const text of [login.body!, headers, JSON.stringify(authorized), JSON.stringify(login), ...SAMPLES]) {
    const kept = bookingCom.redact(text);
    expect(kept).not.toMatch(
      /hush-hush|the-client|signature|4111111111111111|NOCCRESERVATION|ExpireDate="1228"/,
    );
    expect(bookingCom.redact(text.slice(0, Math.floor(text.length * 0.6)))).not.toMatch(
      /hush-hush|signature|41111/,
    );
  }
});
