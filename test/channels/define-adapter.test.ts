// Adapters made by defineAdapter: what each of them has, whatever its definition contains.
import { expect, test } from 'vitest';
import type { Adapter } from '../../src/channels/channel.ts';
import { defineAdapter } from '../../src/channels/define-adapter.ts';

const SENT = '{"password":"hunter2","number":"4111111111111111","pin":"9876"}';

test('an adapter removes credentials and card numbers whether or not it has secrets of its own', () => {
  expect(redacted({})).toBe('{"password":"***","number":"***","pin":"9876"}');
  expect(redacted({ redactAlso: (text) => text })).toBe(redacted({}));
  expect(redacted({ redactAlso: (text) => text.replace('9876', '***') })).toBe(
    '{"password":"***","number":"***","pin":"***"}',
  );
});

function redacted(definition: { redactAlso?(text: string): string }): string {
  const adapter = defineAdapter(definition as never) as Adapter;
  return adapter.redact(SENT);
}
