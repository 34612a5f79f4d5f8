// What a connection may be set to: schemas that compile, defaults that are filled in, mistakes that are named.
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { airbnb } from '../../src/channels/airbnb/index.ts';
import { channex } from '../../src/channels/channex/index.ts';
import { vrbo } from '../../src/channels/vrbo/index.ts';

const ajv = new Ajv({
  useDefaults: true,
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
});

test.each([
  [channex, { property_id: 'p' }, { api_key: 'k' }],
  [vrbo, { advertiser_id: 'a' }, { username: 'u', password: 'p' }],
  [airbnb, { partner_access: true }, { client_id: 'i', client_secret: 's', refresh_token: 'r' }],
] as const)('$protocol takes the least that is needed and fills in the rest', (adapter, least, credentials) => {
  const settings: Record<string, unknown> = structuredClone(least);
  const check = ajv.compile(adapter.settingsSchema);
  expect(check(settings), ajv.errorsText(check.errors)).toBe(true);
  const { properties } = adapter.settingsSchema as {
    properties: Record<string, { default?: unknown; description?: string }>;
  };
  for (const [name, { default: usual }] of Object.entries(properties)) {
    if (usual !== undefined) expect(settings[name], name).toEqual(usual);
  }
  expect(ajv.validate(adapter.credentialsSchema, credentials)).toBe(true);
  expect(ajv.validate(adapter.settingsSchema, {})).toBe(false);
  expect(ajv.validate(adapter.credentialsSchema, {})).toBe(false);
  expect(ajv.validate(adapter.settingsSchema, { ...least, unknown: 1 })).toBe(false);
});

test('Airbnb is off unless somebody says otherwise', () => {
  for (const settings of [{}, { partner_access: false }, { partner_access: 'true' }]) {
    expect(ajv.validate(airbnb.settingsSchema, settings)).toBe(false);
  }
});
