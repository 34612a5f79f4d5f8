// /operator/properties/{hotel_id}/archive, …/unarchive and …/remove: the end of a property.
import type { Static } from 'typebox';
import { toMajor } from '../../model/money.ts';
import { archiveProperty, unarchiveProperty } from '../../pms/archive-property.ts';
import { getProperty, lockWithoutWriters } from '../../pms/properties.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { describeRemoval, removeProperty } from '../../pms/remove-property.ts';
import { PRACTICE_CHANNEL } from '../../practice/channel.ts';
import { removePractice } from '../../practice/connect.ts';
import { RolledBack } from '../execute.ts';
import { type Call, writeOperation } from '../operation.ts';
import { presentOperatorProperty } from '../present.ts';
import { boolean, object, optional, text } from '../schema.ts';
import { operatorPropertySchema, removalSchema } from './records.ts';

const tag = 'Properties';

export const archivePropertyOperation = writeOperation({
  name: 'archiveProperty',
  audience: ['operator'],
  ownersOnly: true,
  fullSignInOnly: true,
  archivedToo: true,
  method: 'POST',
  path: '/archive',
  tag,
  summary: 'Archive a property',
  description:
    'Closes a property and keeps its books: everything can be read and exported, and every change is refused with `property_archived`, whoever makes it. Persons are still erased, by hand and by the retention; tokens are revoked and webhooks deleted. Its calendars go on saying what is taken. Lists for choosing a property leave it out.\n\nRefused while channels are connected, which would go on selling; the practice channel is removed with its bookings. Guests in the house, stays to come, holds and open balances are refused until `confirm` says that they are known; holds end then. Repeating it changes nothing.',
  problems: ['property_has_channels', 'property_in_use'],
  body: object({
    confirm: optional(
      boolean({ description: 'archives it with stays, holds and open balances', example: false }),
    ),
  }),
  answer: operatorPropertySchema,
  run: async (tx, call, { body }) => {
    await lockWithoutWriters(tx);
    await removePracticeChannel(tx, call);
    const confirmed = body.confirm === true;
    return presentOperatorProperty(await archiveProperty(tx, { today: call.today, confirmed }));
  },
});

/** It is no channel at which guests book. */
async function removePracticeChannel(tx: PropertyTransaction, { db }: Call): Promise<void> {
  const [connected] = await tx.query(`select 1 from connections where hotel_id = $1 and channel = $2`, [
    tx.hotelId,
    PRACTICE_CHANNEL,
  ]);
  if (connected) await removePractice(tx, db.secrets);
}

export const unarchivePropertyOperation = writeOperation({
  name: 'unarchiveProperty',
  audience: ['operator'],
  ownersOnly: true,
  fullSignInOnly: true,
  archivedToo: true,
  method: 'POST',
  path: '/unarchive',
  tag,
  summary: 'Take a property out of the archive',
  description: 'The property is as it was when it was archived, and can be changed again.',
  problems: [],
  answer: operatorPropertySchema,
  run: async (tx) => presentOperatorProperty(await unarchiveProperty(tx)),
});

export const removePropertyOperation = writeOperation({
  name: 'removeProperty',
  audience: ['operator'],
  ownersOnly: true,
  fullSignInOnly: true,
  archivedToo: true,
  method: 'POST',
  path: '/remove',
  tag,
  summary: 'Remove a property for good',
  description:
    'Removes an archived property, or a test property at once, with everything that belongs to it: bookings, guests, the ledger. It cannot be undone, and tax law may demand the books for years: export them first. `dry_run` answers the same without changing anything, also before the property is archived. `confirm` is the exact name of the property.\n\nFrom the answer on its tokens, calendars and webhooks are unknown; its rows are deleted in the background. The audit trail keeps who removed it, and how many records went.',
  problems: ['property_not_archived', 'name_not_confirmed'],
  query: object({
    dry_run: optional(boolean({ description: 'only shows what would go', example: true })),
  }),
  body: object({
    confirm: optional(
      text({
        description: 'the name of the property, exactly; a dry run needs none',
        maxLength: 200,
        example: 'Quinta do Mar',
      }),
    ),
  }),
  answer: removalSchema,
  auditedOf: ({ name, removed }) => ({
    name,
    ...Object.fromEntries(removed.map(({ kind, rows }) => [kind, rows])),
  }),
  run: async (tx, call, { query, body }) => {
    const dryRun = query.dry_run ?? false;
    const { name } = await getProperty(tx, tx.hotelId);
    const answer = await presentRemoval(tx, { name, dryRun, today: call.today });
    if (dryRun) throw new RolledBack(answer);
    await removeProperty(tx, { name: body.confirm ?? null });
    return answer;
  },
});

async function presentRemoval(
  tx: PropertyTransaction,
  { name, dryRun, today }: { name: string; dryRun: boolean; today: Temporal.PlainDate },
): Promise<Static<typeof removalSchema>> {
  const { removed, ledger, people } = await describeRemoval(tx, { hotelId: tx.hotelId, today });
  return {
    hotel_id: tx.hotelId,
    name,
    dry_run: dryRun,
    removed,
    ledger: {
      first_date: ledger.from?.toString() ?? null,
      last_date: ledger.to?.toString() ?? null,
      open: ledger.open.map(({ currency, owedMinor, returnMinor }) => ({
        currency,
        owed: toMajor(owedMinor, currency),
        to_return: toMajor(returnMinor, currency),
      })),
    },
    people: people.map(({ userId, name: person }) => ({ user_id: userId, name: person })),
    kept: KEPT.map(([what, reason]) => ({ what, reason })),
  };
}

const KEPT = [
  ['backups', 'backups that were made hold the property until they are deleted'],
  ['audit', 'who did what with the operator key or signed in, without data of guests'],
  ['people', 'those who work here keep their names and ways to sign in'],
] as const;
