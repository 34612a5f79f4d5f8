// Claims of background work: found by plain reads, taken by statements of one property. So they also run where
// the tables are distributed by property, and no process waits for another.
import { describe, expect, test } from 'vitest';
import type { Database, Queryable } from '../../src/db/database.ts';
import { claimCalendar, findDueCalendars } from '../../src/pms/calendar-sources.ts';
import { claimConnection, findFreeConnections } from '../../src/pms/channel-sync/ownership.ts';
import { leasesOf } from '../../src/pms/leases.ts';
import { findDuePruning } from '../../src/pms/prune-schedule.ts';
import { claimConversation, findWaitingConversations } from '../../src/pms/reply-deliveries.ts';
import {
  claimWebhook,
  claimWebhookTest,
  findRequestedTests,
  findWaitingWebhooks,
} from '../../src/pms/webhook-deliveries.ts';
import { useDatabase } from '../harness/database.ts';

const database = useDatabase();
const now = Temporal.Instant.from('2027-03-01T10:00:00Z');
const limit = 10;
const owner = { processId: crypto.randomUUID(), now };
const row = { hotelId: 1_000, channel: 'airbnb', roomId: 1, webhookId: 1, messageId: 1, leaseOwner: null };
type Claimable = Pick<Database, 'query' | 'secrets'>;

type Find = (db: Queryable) => Promise<unknown>;

const CLAIMS: [string, Find, (db: Claimable) => Promise<unknown>][] = [
  [
    'connections',
    (db) => findFreeConnections(db, { protocols: ['channex'], limit }),
    (db) => claimConnection(db, row, owner),
  ],
  [
    'webhooks',
    (db) => findWaitingWebhooks(db, { now, hotelIds: null, retrying: false, limit }),
    (db) => claimWebhook(db, row, owner),
  ],
  [
    'tests of webhooks',
    (db) => findRequestedTests(db, limit),
    (db) => claimWebhookTest(db, { ...row, requestedAt: now }, now),
  ],
  [
    'calendars',
    (db) => findDueCalendars(db, { now, limit, perProperty: 4, busy: new Map() }),
    (db) => claimCalendar(db, { ...row, unitId: null, dueAt: now }, { now, nextAfterSeconds: 600 }),
  ],
  [
    'replies',
    (db) => findWaitingConversations(db, { now, hotelIds: null, limit, blocked: null }),
    (db) => claimConversation(db, row, owner),
  ],
];
const FINDS: [string, Find][] = [
  ...CLAIMS.map(([what, find]): [string, Find] => [what, find]),
  ['old records', (db) => findDuePruning(db, now)],
  ...(['connections', 'webhooks', 'messages'] as const).map((table): [string, Find] => [
    `own leases of ${table}`,
    (db) => leasesOf(db, table, owner.processId).list(),
  ]),
];

describe.each(FINDS)('%s', (_, find) => {
  test('are found without locks', async () => {
    const locks = await database.db.transaction(async (tx) => {
      await find(tx);
      const value = await tx.query<{ mode: string }>(
        `select distinct mode from pg_locks where pid = pg_backend_pid() and locktype in ('relation', 'tuple')`,
      );
      return { value };
    });
    expect(locks).toEqual([{ mode: 'AccessShareLock' }]);
  });
});

describe.each(CLAIMS)('%s', (_, __, claim) => {
  test('are claimed by one statement, which reads only the rows of one property', async () => {
    const sent: { text: string; values: readonly unknown[] }[] = [];
    const { db } = database;
    await claim({
      secrets: db.secrets,
      query: (text, values = [], reading) => {
        sent.push({ text, values });
        return db.query(text, values, reading);
      },
    });
    expect(sent).toHaveLength(1);
    const [plan] = await db.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (format json) ${sent[0]!.text}`,
      sent[0]!.values,
    );
    const scans = scansOf(plan!['QUERY PLAN'][0]!.Plan);
    expect(scans.length).toBeGreaterThan(0);
    for (const scan of scans) {
      const condition = `${scan['Index Cond']} ${scan['Recheck Cond']} ${scan['Filter']}`;
      expect(condition, scan['Relation Name']).toContain(`hotel_id = '${row.hotelId}'::bigint`);
    }
  });
});

type PlanNode = { [name: string]: unknown; Plans?: PlanNode[]; 'Relation Name'?: string };

/** Returns the nodes of a plan that read a table. */
function scansOf(node: PlanNode): PlanNode[] {
  const own = node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable' ? [node] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
