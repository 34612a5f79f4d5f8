// Whatever comes instead of an answer of Expedia is named, and never taken for a good one.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Verdict, WireResponse } from '../../../src/channels/channel.ts';
import { expedia } from '../../../src/channels/expedia/adapter.ts';
import { connectionTo, NOW, nights } from '../any-nights.ts';
import { anyStatus, damaged, GARBAGE } from '../hostile-answers.ts';

const connection = connectionTo('expedia');
const DIR = path.join(import.meta.dirname, '../fixtures/expedia');
const SAMPLES = readdirSync(DIR)
  .filter((name) => /\.(xml|json)$/.test(name))
  .map((name) => readFileSync(path.join(DIR, name), 'utf8'));

const [message] = expedia.ari!.encode(nights(3), connection, NOW);
const request = { operation: 'x', method: 'GET', url: 'https://x.invalid' } as const;
const reply = { text: 'a', reference: 'r', thread: 't', key: 'k', queuedAt: NOW };
const { reservations, messages, reviews, replies, reviewReplies, authorization, test: trial } = expedia;

const DECODERS: Record<string, (response: WireResponse) => Verdict<unknown>> = {
  ari: (response) => expedia.ari!.decode(response, message!, connection),
  reservations: (response) => reservations!.decode(response, request, connection),
  acknowledged: (response) => reservations!.acknowledge!.decode(response, request),
  messages: (response) => messages!.decode(response, request, connection),
  calendar: (response) => expedia.ari!.readBack!.decode(response, connection),
  reviews: (response) => reviews!.decode(response, request, connection),
  sent: (response) => replies!.decodeSent(response),
  found: (response) => replies!.findThread!.decode(response, reply),
  checked: (response) => replies!.check!.decode(response, reply),
  reviewed: (response) => reviewReplies!.decodeSent(response),
  login: (response) => authorization.login!.decode(response, NOW),
  test: (response) => trial!.decode(response, connection),
};

test.each(GARBAGE)('%s is no answer', (_what, body) => {
  for (const [name, decode] of Object.entries(DECODERS)) {
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
        if (status >= 300) expect(verdict.kind, name).not.toBe('ok');
        if (verdict.kind !== 'ok') expect(verdict.words.length, name).toBeGreaterThan(5);
        expect(JSON.stringify(verdict), name).not.toContain('4111111111111111');
      }
    }),
    { numRuns: 400 },
  );
});

test('credentials and cards are taken out of everything that is kept', () => {
  const credentials = {
    username: 'EQCuser',
    password: 'hush-hush-hush',
    graphql_key: 'the-key',
    graphql_secret: 'hush-hush-two',
  };
  const login = authorization.login!.request({ ...connection, credentials });
  const session = { token: 'eyJhbGciOiJSUzI1NiJ9.e30.signature', expiresAt: NOW };
  const graphql = replies!.send(reply, connection);
  const authorized = authorization.authorize(graphql, connection, session);
  const headers = Object.entries({ ...login.headers, ...authorized.headers })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const eqc = authorization.authorize(message!, { ...connection, credentials }, null).body!;
  const basic = login.headers!['authorization']!.slice(6);
  for (const text of [eqc, headers, JSON.stringify(authorized), JSON.stringify(login), ...SAMPLES]) {
    const kept = expedia.redact(text);
    expect(kept).not.toMatch(
      /hush-hush|EQCuser|the-key|signature|4111111111111111|ADA EXAMPLE|expireDate="1228"/,
    );
    expect(kept).not.toContain(basic);
    expect(expedia.redact(text.slice(0, Math.floor(text.length * 0.6)))).not.toMatch(
      /hush-hush|signature|41111/,
    );
  }
});
