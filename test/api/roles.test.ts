// What each role may do: every operation of the public API for every role, as the declarations say.
import { beforeAll, describe, expect, test } from 'vitest';
import { publicOperations } from '../../src/api/operations.ts';
import { missingScopes } from '../../src/model/scope.ts';
import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '../../src/model/staff.ts';
import { useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { type CanaryProperty, holdsCanary, populateWithCanary } from './guest-canary.ts';
import { type Browser, signedIn } from './people.ts';

const api = useApi();
let house: CanaryProperty;
const browsers = {} as Record<StaffRole, Browser>;
beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  house = await populateWithCanary(api);
  for (const role of STAFF_ROLE_NAMES) browsers[role] = (await signedIn(api, role, [house.hotelId])).browser;
});

/** Returns the query that a reading operation needs. */
function queryOf(path: string): string {
  if (path.startsWith('/api/reports')) return '?fromdate=2026-12-01&todate=2026-12-31';
  return path.startsWith('/api/offers') ? '?checkin=2026-12-10&checkout=2026-12-12' : '';
}

const cases = STAFF_ROLE_NAMES.flatMap((role) =>
  publicOperations.map((operation) => [role, operation.name, operation] as const),
);

test.each(cases)('%s: %s is as the role says', async (role, name, operation) => {
  const { access, scopes } = STAFF_ROLES[role];
  const url = operation.path.replace('{api_token}', 'session') + queryOf(operation.path);
  const isWrite = operation.method !== 'GET';
  const before = await fingerprint(api.db);
  const answer = await browsers[role].request(operation.method, url, isWrite ? [] : undefined);
  if (isWrite && access === 'read') expectProblem(answer, 403, 'read_only_token');
  else if (missingScopes(scopes, operation.scopes!).length > 0) expectProblem(answer, 403, 'scope_missing');
  // Let in: the body that fits no operation is refused.
  else if (isWrite) expect([400, 415], answer.text).toContain(answer.status);
  else {
    expect(answer.status, answer.text).toBe(200);
    if (scopes !== null && !scopes.some((scope) => scope === 'contacts'))
      expect(holdsCanary(answer.text), name).toBe(false);
  }
  if (isWrite) expect(await fingerprint(api.db)).toBe(before);
});

describe('the roles', () => {
  test('open what hotel people expect of them', () => {
    const opens = (role: StaffRole) =>
      publicOperations
        .filter(({ method, scopes }) => {
          const { access, scopes: own } = STAFF_ROLES[role];
          return (method === 'GET' || access === 'full') && missingScopes(own, scopes!).length === 0;
        })
        .map(({ name }) => name);
    expect(opens('owner')).toHaveLength(publicOperations.length);
    expect(opens('manager')).toHaveLength(publicOperations.length);
    expect(opens('desk')).toEqual(
      expect.arrayContaining(['createBooking', 'sendReply', 'listGuests', 'changeUnit']),
    );
    expect(opens('desk')).not.toContain('setAvailability');
    expect(opens('desk')).not.toContain('getReport');
    expect(opens('housekeeping')).toEqual(expect.arrayContaining(['listUnits', 'changeUnit', 'listTasks']));
    for (const name of ['listBookings', 'listAccounting', 'listGuests', 'listMessages'])
      expect(opens('housekeeping')).not.toContain(name);
    expect(opens('accounting')).toEqual(
      expect.arrayContaining(['listAccounting', 'getReport', 'listBookings']),
    );
    expect(opens('accounting').filter((name) => !/^(list|get)/.test(name))).toEqual([]);
    expect(opens('read')).toEqual(expect.arrayContaining(['listBookings', 'listAvailability', 'listUnits']));
    expect(opens('read').filter((name) => !/^(list|get)/.test(name))).toEqual([]);
  });

  test('that see no amounts get none in what they may read', async () => {
    for (const { path } of publicOperations.filter(
      ({ method, scopes }) =>
        method === 'GET' && missingScopes(STAFF_ROLES.housekeeping.scopes, scopes!).length === 0,
    )) {
      const answer = await browsers.housekeeping.get(path.replace('{api_token}', 'session'));
      expect(answer.text, path).not.toMatch(/"(total|paid|balance|amount)":\d/);
    }
  });
});
