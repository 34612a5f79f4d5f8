// Every registered adapter is part of the suite, and has the description that the operator's side relies on.
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../../src/channels/channel.ts';
import { PROTOCOLS, pushCapabilitiesOf } from '../../../src/channels/registry.ts';
import { CHANNEL_NAME } from '../../../src/model/channel.ts';
import { NIGHT_FIELDS, type NightField } from '../../../src/model/night-values.ts';
import { NOW } from '../stale-nights.ts';
import { TESTED } from './adapters.ts';
import { ENTRIES } from './entries.ts';

const ajv = new Ajv({
  useDefaults: true,
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
});

test('each registered adapter has an entry, and each entry an adapter', () => {
  expect(Object.keys(ENTRIES).sort()).toEqual(PROTOCOLS.toSorted());
});

test.each(Object.entries(ENTRIES))('nothing of %s remains to be built', (_protocol, { todo = [] }) => {
  expect(todo, 'take each item from the entry once it is built').toEqual([]);
});

/** The fields of a night that a protocol does not carry. */
const NOT_CARRIED: Record<string, readonly NightField[]> = {};

describe.each(TESTED)('$protocol', ({ protocol, adapter, entry }) => {
  test('is found by its name, and has a maturity', () => {
    expect(adapter.protocol).toBe(protocol);
    expect(protocol).toMatch(CHANNEL_NAME);
    expect(adapter.title).not.toBe('');
    expect(['public specification', 'experimental', 'unverified']).toContain(adapter.maturity);
  });

  test('accepts minimal settings and fills in defaults', () => {
    const settings = structuredClone(entry.least.settings);
    const check = ajv.compile(adapter.settingsSchema);
    expect(check(settings), ajv.errorsText(check.errors)).toBe(true);
    const properties: Record<string, { default?: unknown }> = adapter.settingsSchema.properties;
    for (const [name, { default: usual }] of Object.entries(properties)) {
      if (usual !== undefined && !(name in entry.least.settings)) {
        expect(settings[name], name).toEqual(usual);
      }
    }
    expect(ajv.validate(adapter.credentialsSchema, entry.least.credentials)).toBe(true);
  });

  test('refuses missing and unknown members', () => {
    const { settings, credentials } = entry.least;
    // Calendars need no settings or credentials, and may have further settings.
    const needsNone = adapter.calendars !== undefined;
    expect(ajv.validate(adapter.settingsSchema, {})).toBe(needsNone);
    expect(ajv.validate(adapter.settingsSchema, { ...settings, unknown: 1 })).toBe(needsNone);
    expect(ajv.validate(adapter.credentialsSchema, {})).toBe(needsNone);
    expect(ajv.validate(adapter.credentialsSchema, { ...credentials, unknown: 1 })).toBe(false);
    for (const name of Object.keys(credentials)) {
      expect(ajv.validate(adapter.credentialsSchema, { ...credentials, [name]: '' })).toBe(false);
    }
  });

  test('the connection of its entry is valid', () => {
    const { connection } = entry;
    expect(ajv.validate(adapter.settingsSchema, structuredClone(connection.settings))).toBe(true);
    expect(ajv.validate(adapter.credentialsSchema, connection.credentials)).toBe(true);
    expect(connection.rooms.length).toBeGreaterThan(1);
    if (adapter.needsRate)
      expect(connection.rooms.every(({ externalRates }) => externalRates.length > 0)).toBe(true);
  });

  test('is not tested with a request that reads its queue of orders', () => {
    const { test: tested, reservations } = adapter;
    if (!tested || !reservations?.acknowledge) return;
    const sentAs = ({ method, url, body = '' }: WireRequest) => `${method} ${url} ${body}`;
    const reads = reservations.requests(entry.connection, { cursor: null, now: NOW }).map(sentAs);
    expect(reads).not.toContain(sentAs(tested.request(entry.connection)));
  });

  test('pushes fields of a night, each once', () => {
    const fields = pushCapabilitiesOf(protocol)?.fields ?? [];
    expect(fields).toEqual(NIGHT_FIELDS.filter((field) => fields.includes(field)));
    if (adapter.ari) {
      // Nights that use one of the others are closed there: see docs/decisions/0019.
      const others = NIGHT_FIELDS.filter((field) => !fields.includes(field));
      expect(others).toEqual(NOT_CARRIED[protocol] ?? []);
      expect(fields).toContain('available');
      expect(entry.push, 'an entry says what limits pushes have').toBeDefined();
      expect(adapter.ari.maxDaysAhead).toBeGreaterThan(0);
      expect(adapter.ari.rate.perMinute).toBeGreaterThan(0);
      expect(adapter.ari.rate.burst).toBeGreaterThan(0);
    }
    if (adapter.inbound)
      expect(entry.inbound, 'an entry says how the other side proves itself').toBeDefined();
  });
});
