// Every sample of a channel is decoded, compared or listed as foreign: no file in the fixtures is unused.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answer, decodersOf, inboundRequest, listSamples, readSample, TESTED } from './adapters.ts';
import type { Sample } from './entry.ts';

describe.each(TESTED)('$protocol', (tested) => {
  const { protocol, adapter, entry } = tested;
  const decoders = decodersOf(tested);

  test('the entry knows each file', () => {
    expect(Object.keys(entry.samples).sort()).toEqual(listSamples(protocol));
  });

  test.each(Object.entries(entry.samples))('%s', (name, sample: Sample) => {
    const body = readSample(protocol, name);
    if ('answers' in sample) {
      const decoder = decoders.find((one) => one.name === sample.answers);
      expect(decoder, sample.answers).toBeDefined();
      const status = /^error-(\d{3})\b/.exec(name)?.[1] ?? '200';
      expect(decoder!.decode(answer(body, Number(status))).kind).toBe(sample.kind ?? 'ok');
    } else if ('sent' in sample) {
      const { sent, ...request } = sample;
      const inbound = adapter.inbound!.decode(inboundRequest(tested, { ...request, body }), entry.connection);
      expect(inbound.kind).toBe(sent);
    } else if ('comparedBy' in sample) {
      const text = readFileSync(new URL(`../${sample.comparedBy}`, import.meta.url), 'utf8');
      expect(text, `${sample.comparedBy} does not read it`).toContain(name.replace(/\.\w+$/, ''));
    } else {
      for (const { name: what, decode } of decoders) expect(decode(answer(body)).kind, what).not.toBe('ok');
    }
  });
});
