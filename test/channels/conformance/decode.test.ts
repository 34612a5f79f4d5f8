// Properties of decoding that every decoder must have: a response that is no success is never read as one,
// and nothing breaks.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AriMessage, Cells, Verdict } from '../../../src/channels/channel.ts';
import { randomly } from '../../harness/random.ts';
import { cellsOf } from '../stale-nights.ts';
import { answer, type Decoder, decodersOf, RUNS, TESTED, type Tested } from './adapters.ts';
import { cutOff, damaged, NEVER_AN_ANSWER, swapped } from './hostile.ts';
import { expectNoneOf, expectSound, must, textsOfPersons } from './verdicts.ts';

const STATUSES = [200, 200, 200, 204, 301, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 599];

const READING = TESTED.filter((tested) => decodersOf(tested).length > 0);

describe.each(READING)('$protocol', (tested) => {
  const decoders = decodersOf(tested);
  const { entry } = tested;
  const mayBeEmpty = (name: string) => entry.emptyIsGood?.includes(name) ?? false;

  test.each(decoders)('$name: good answers are good', (decoder) => {
    expect(decoder.answers, 'a good answer is missing in the entry').not.toEqual([]);
    for (const body of decoder.answers) {
      const verdict = decoder.decode(answer(body));
      expect(verdict, body).toMatchObject({ kind: 'ok' });
      expectSound(verdict, decoder);
      expect(decoder.decode(answer(body)), 'read again, it says the same').toEqual(verdict);
    }
  });

  test.each(decoders)('$name: a part of a good answer is none', (decoder) => {
    for (const body of decoder.answers) {
      const persons = textsOfPersons(decoder.decode(answer(body)));
      for (const part of cutOff(body)) {
        const verdict = decoder.decode(answer(part));
        expectFailure(verdict, decoder, part);
        expectNoneOf(persons, verdict);
      }
    }
  });

  test.each(decoders)('$name: what never was an answer is none', (decoder) => {
    for (const [what, body] of NEVER_AN_ANSWER) expectFailure(decoder.decode(answer(body)), decoder, what);
    for (const body of ['', ' \r\n\t ']) {
      if (!mayBeEmpty(decoder.name)) expectFailure(decoder.decode(answer(body)), decoder, 'nothing');
    }
  });

  test.each(decoders)('$name: a refusal inside a 200 is no success', (decoder) => {
    for (const body of entry.refusals ?? []) expectFailure(decoder.decode(answer(body)), decoder, body);
  });

  test.each(decoders)('$name: the status counts, whatever the body says', (decoder) => {
    const bodies = ['', 'no', '<html/>', '{}', ...decoder.answers];
    for (const body of bodies) {
      const persons = textsOfPersons(decoder.decode(answer(body)));
      const kindOf = (status: number) => {
        const verdict = decoder.decode(answer(body, status));
        expectSound(verdict, decoder);
        if (verdict.kind !== 'ok') expectNoneOf(persons, verdict);
        return verdict.kind;
      };
      expect(kindOf(401)).toBe('auth');
      expect(kindOf(403)).toBe(entry.refusedBy403?.includes(decoder.name) ? 'refused' : 'auth');
      for (const status of [408, 425, 429, 500, 502, 503, 504, 599]) expect(kindOf(status)).toBe('retry');
      for (const status of [301, 302, 304, 400, 404, 409, 410, 413, 422]) {
        const good = entry.goodStatuses?.[decoder.name]?.includes(status) ?? false;
        expect(kindOf(status), `${status}`).toMatch(good ? /^ok$/ : /^(refused|auth)$/);
      }
    }
  });

  test.each(decoders)('$name: Retry-After is passed on, in seconds or as a date', (decoder) => {
    const date = 'Mon, 01 Mar 2027 10:00:00 GMT';
    for (const status of [429, 503]) {
      for (const body of ['', '{}', '<html/>', ...decoder.answers]) {
        expect(decoder.decode(answer(body, status, { 'retry-after': '17' }))).toMatchObject({
          kind: 'retry',
          afterSeconds: 17,
        });
        const headers = { 'retry-after': 'Mon, 01 Mar 2027 10:01:00 GMT', date };
        expect(decoder.decode(answer(body, status, headers))).toMatchObject({ afterSeconds: 60 });
      }
    }
  });

  test.each(decoders)('$name: any one value may be wrong', (decoder) => {
    for (const body of decoder.answers) {
      for (const wrong of swapped(body)) {
        const verdict = decoder.decode(answer(wrong));
        expectSound(verdict, decoder);
        for (const { url } of decoder.goOn(verdict)) must(URL.canParse(url), () => url);
      }
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each(decoders)('$name: any response has a verdict with a reason', (decoder) => {
    const property = fc.property(
      damaged([...decoder.answers, ...(entry.refusals ?? [])]),
      fc.constantFrom(...STATUSES),
      (body, status) => {
        const verdict = decoder.decode(answer(body, status));
        expectSound(verdict, decoder);
        const good = status < 300 || entry.goodStatuses?.[decoder.name]?.includes(status);
        must(good || verdict.kind !== 'ok', () => `${status} is read as a success`);
      },
    );
    fc.assert(property, randomly(RUNS));
  });
});

const PULLING = READING.flatMap((tested) =>
  decodersOf(tested)
    .filter(({ name }) => tested.adapter[name as 'reservations']?.acknowledge)
    .map((decoder) => ({ ...decoder, protocol: tested.protocol })),
);

test.each(PULLING)('$protocol: all $name that are read are acknowledged, each by one request', (decoder) => {
  for (const body of decoder.answers) {
    const verdict = decoder.decode(answer(body)) as Verdict<{ items: object[] }>;
    const items = verdict.kind === 'ok' ? verdict.value.items : [];
    const acknowledged = decoder.goOn(verdict).flatMap((request) => request.items);
    expect(acknowledged).toHaveLength(items.length);
    expect(new Set(acknowledged)).toEqual(new Set(items));
  }
});

describe.each(TESTED.filter(({ adapter }) => adapter.ari))('$protocol: a push', (tested) => {
  const decoder = decodersOf(tested).find(({ name }) => name === 'ari')!;
  const { cells } = decoder.request as AriMessage;

  test.each(tested.entry.complaints ?? [])('%s rejects every cell that it may concern', (body) => {
    const verdict = decoder.decode(answer(body)) as Verdict<Cells[]>;
    expectSound(verdict, decoder);
    if (verdict.kind === 'ok') expect(new Set(cellsOf(verdict.value))).toEqual(new Set(cellsOf(cells)));
  });

  test('is not accepted because another protocol uses the same response', () => {
    for (const other of TESTED.filter((one: Tested) => one !== tested)) {
      for (const { answers, name } of decodersOf(other)) {
        for (const body of answers) {
          const what = `${other.protocol} ${name}: ${body.slice(0, 60)}`;
          if (!means(body, tested)) expectFailure(decoder.decode(answer(body)), decoder, what);
        }
      }
    }
  });
});

/** A short response may mean the same in two protocols. */
function means(body: string, { protocol }: Tested): boolean {
  return protocol === 'open_channel' && /^\{\s*"success"\s*:\s*true\b/.test(body);
}

function expectFailure(verdict: Verdict<unknown>, decoder: Decoder, what: string): void {
  expectSound(verdict, decoder);
  must(verdict.kind !== 'ok', () => `${decoder.name}: ${what.slice(0, 80)} is read as a success`);
}
