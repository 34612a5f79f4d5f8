// The OTAs behind a channel: what it lists and reports of them is stored; what is wrong with one ends, or people dismiss it.
import type { Queryable } from '../../db/database.ts';
import type { Connection } from '../../model/channel.ts';
import {
  activeOtas,
  type ConnectedOta,
  type ConnectedOtas,
  endangers,
  type ListedOta,
  type OtaProblem,
  type OtaProblemKind,
  type OtaReport,
  otaProblemsThat,
} from '../../model/connected-ota.ts';
import type { PlainDate } from '../../model/night.ts';
import { storableSummary } from '../activity.ts';
import { logConnection, requireConnection } from '../connections.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import type { ConnectionKey, Owner } from './ownership.ts';
import { recheckStays } from './reset-cells.ts';

/** A problem of which nothing says when it ends counts for so long after its last report. */
const FADES_AFTER_DAYS = 7;
/** From when on the removal of an OTA is a problem: one that is switched off always has a date. */
const REMOVAL_DAYS = 7;
/** Of a property: a channel that reports of ever new ones must not fill the database. */
const MOST_OTAS = 100;
/** Of names and details, which the channel may give in any length. */
const MOST_CHARACTERS = 200;

/**
 * Stores the OTAs that the channel lists. What is wrong with one follows from how it was listed before; one that is
 * missing in a list without further pages (`isWhole`) was removed there. When others of those whose limits decide what can be
 * pushed (`limiting`) are switched on than before, nights are checked again (`hasOtherLimits`). Throws `unknown_channel`.
 */
export async function storeListedOtas(
  tx: PropertyTransaction,
  channel: string,
  {
    listed,
    isWhole,
    limiting,
    today,
  }: { listed: readonly ListedOta[]; isWhole: boolean; limiting: readonly string[]; today: PlainDate },
): Promise<{ hasOtherLimits: boolean }> {
  const { otas: before } = await lockOtas(tx, channel);
  for (const one of listed.slice(0, MOST_OTAS)) {
    await storeOta(tx, channel, one);
    const was = before.list.find(({ externalId }) => externalId === one.externalId);
    await followState(tx, channel, { one, wasActive: was?.active === true, today });
  }
  const ids = new Set(listed.map(({ externalId }) => externalId));
  for (const ota of isWhole ? before.list : [])
    if (ota.externalId !== null && !ids.has(ota.externalId)) await removeOta(tx, channel, ota);
  if (listed.some(({ active }) => active)) await endProblems(tx, channel, '', ['removal_announced']);
  await tx.query(
    `delete from ota_problems where hotel_id = $1 and channel = $2 and kind = any($3::text[]) and reported_at < $4`,
    [tx.hotelId, channel, otaProblemsThat('fades'), tx.now.subtract({ hours: FADES_AFTER_DAYS * 24 })],
  );
  await tx.query(`update connections set otas_read_at = $3 where hotel_id = $1 and channel = $2`, [
    tx.hotelId,
    channel,
    tx.now,
  ]);
  const after = await logIfChanged(tx, channel, before);
  const limitingOf = (otas: ConnectedOtas) =>
    activeOtas(otas)
      .filter((ota) => limiting.includes(ota))
      .join();
  const hasOtherLimits = limitingOf(before) !== limitingOf(after);
  if (hasOtherLimits) await recheckStays(tx, channel);
  return { hasOtherLimits };
}

/** Stores what a channel has reported. Reports may come late, repeatedly and in any order. Throws `unknown_channel`. */
export async function storeOtaReports(
  tx: PropertyTransaction,
  channel: string,
  reports: readonly OtaReport[],
): Promise<void> {
  const { otas: before } = await lockOtas(tx, channel);
  const known = new Set(before.list.map(({ externalId }) => externalId));
  for (const report of reports) {
    if (!known.has(report.externalId) && known.size >= MOST_OTAS) continue;
    known.add(report.externalId);
    const { externalId, ota, name, kind, detail, at } = report;
    await storeOta(tx, channel, { externalId, ota, name });
    const happened = at && Temporal.Instant.compare(at, tx.now) < 0 ? at : tx.now;
    await tx.query(
      `insert into ota_problems as known (hotel_id, channel, external_id, kind, detail, since, reported_at)
       values ($1, $2, $3, $4, $5, $6, $6)
       on conflict (hotel_id, channel, external_id, kind) do update set
         detail = excluded.detail, reported_at = greatest(known.reported_at, excluded.reported_at),
         since = case when known.dismissed_at is null then least(known.since, excluded.since) else excluded.since end,
         alerted_at = case when known.dismissed_at is null then known.alerted_at end, dismissed_at = null
       where known.dismissed_at is null or excluded.reported_at > known.dismissed_at`,
      [tx.hotelId, channel, externalId ?? '', kind, shortened(detail), happened],
    );
  }
  await logIfChanged(tx, channel, before);
}

/**
 * Dismisses what is wrong with one of the OTAs (`externalId`; null = with the property there), or with all of them
 * (absent): people have seen to it. Throws `unknown_channel`.
 */
export async function dismissOtaProblems(
  tx: PropertyTransaction,
  channel: string,
  externalId?: string | null,
): Promise<Connection> {
  const { otas: before } = await lockOtas(tx, channel);
  const given = [tx.hotelId, channel, externalId === undefined ? null : (externalId ?? '')];
  // An OTA that the channel lists no longer is only kept for people to see it.
  await tx.query(
    `delete from connection_otas as ota where hotel_id = $1 and channel = $2 and ($3::text is null or external_id = $3)
       and exists (
         select 1 from ota_problems as problem
         where problem.hotel_id = $1 and problem.channel = $2 and problem.external_id = ota.external_id and kind = 'removed')`,
    given,
  );
  await tx.query(
    `update ota_problems set dismissed_at = $4
     where hotel_id = $1 and channel = $2 and ($3::text is null or external_id = $3) and dismissed_at is null`,
    [...given, tx.now],
  );
  await logIfChanged(tx, channel, before);
  return requireConnection(tx, channel);
}

/** Ends the reports of bookings that were not acknowledged, once all that the channel has are stored here. */
export async function endUnacknowledgedReports(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
): Promise<void> {
  await db.query(
    `delete from ota_problems where hotel_id = $1 and channel = $2 and kind = 'booking_unacknowledged'`,
    [hotelId, channel],
  );
}

/** Locks the connection, whose OTAs are changed by one transaction at a time. Throws `unknown_channel`. */
async function lockOtas(tx: PropertyTransaction, channel: string): Promise<Connection> {
  await tx.query(`select 1 from connections where hotel_id = $1 and channel = $2 for update`, [
    tx.hotelId,
    channel,
  ]);
  return requireConnection(tx, channel);
}

/** Stores an OTA. A report does not know whether it is switched on, and perhaps not what it is called. */
async function storeOta(
  tx: PropertyTransaction,
  channel: string,
  ota: Pick<ConnectedOta, 'externalId' | 'ota' | 'name'> & Partial<Pick<ListedOta, 'active' | 'removalDate'>>,
): Promise<void> {
  const isListed = ota.active !== undefined;
  await tx.query(
    `insert into connection_otas as known (hotel_id, channel, external_id, ota, name, active, removal_date)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (hotel_id, channel, external_id) do update set
       ota = coalesce(excluded.ota, known.ota), name = coalesce(excluded.name, known.name),
       active = case when $8 then excluded.active else known.active end,
       removal_date = case when $8 then excluded.removal_date else known.removal_date end`,
    [
      tx.hotelId,
      channel,
      ota.externalId ?? '',
      ota.ota,
      shortened(ota.name),
      ota.active ?? null,
      ota.removalDate ?? null,
      isListed,
    ],
  );
}

function shortened(text: string | null): string | null {
  return text === null ? null : storableSummary(text, MOST_CHARACTERS);
}

/** Opens and ends the problems of a listed OTA that follow from its state. */
async function followState(
  tx: PropertyTransaction,
  channel: string,
  { one, wasActive, today }: { one: ListedOta; wasActive: boolean; today: PlainDate },
): Promise<void> {
  const { externalId, active, removalDate } = one;
  const isSoon = removalDate !== null && today.until(removalDate).days <= REMOVAL_DAYS;
  const ended: OtaProblemKind[] = ['removed'];
  if (active) ended.push('deactivated');
  if (active || !isSoon) ended.push('removal_announced');
  await endProblems(tx, channel, externalId, ended);
  if (!active && wasActive) await openProblem(tx, channel, externalId, { kind: 'deactivated' });
  if (!active && isSoon)
    await openProblem(tx, channel, externalId, { kind: 'removal_announced', detail: String(removalDate) });
}

/** Of an OTA that is listed no longer people are to know, unless it has been switched off for long. */
async function removeOta(tx: PropertyTransaction, channel: string, ota: ConnectedOta): Promise<void> {
  const { externalId, active, problems } = ota;
  if (problems.some(({ kind }) => kind === 'removed')) return;
  const wasOff = active !== true && !problems.some(endangers);
  const given = [tx.hotelId, channel, externalId];
  if (wasOff) {
    await tx.query(
      `delete from connection_otas where hotel_id = $1 and channel = $2 and external_id = $3`,
      given,
    );
    return;
  }
  await tx.query(
    `update connection_otas set active = false, removal_date = null where hotel_id = $1 and channel = $2 and external_id = $3`,
    given,
  );
  await endProblems(tx, channel, externalId!, ['deactivated', 'removal_announced']);
  await openProblem(tx, channel, externalId!, { kind: 'removed' });
}

/** A problem that follows from the state of an OTA stays dismissed for as long as it has that state. */
async function openProblem(
  tx: PropertyTransaction,
  channel: string,
  externalId: string,
  { kind, detail = null }: { kind: OtaProblemKind; detail?: string | null },
): Promise<void> {
  await tx.query(
    `insert into ota_problems (hotel_id, channel, external_id, kind, detail, since, reported_at)
     values ($1, $2, $3, $4, $5, $6, $6) on conflict (hotel_id, channel, external_id, kind) do nothing`,
    [tx.hotelId, channel, externalId, kind, detail, tx.now],
  );
}

async function endProblems(
  tx: PropertyTransaction,
  channel: string,
  externalId: string,
  kinds: readonly OtaProblemKind[],
): Promise<void> {
  await tx.query(
    `delete from ota_problems where hotel_id = $1 and channel = $2 and external_id = $3 and kind = any($4::text[])`,
    [tx.hotelId, channel, externalId, kinds],
  );
}

/** Logs the connection if its OTAs have changed; of the first list only if something is wrong. Returns them as they are now. */
async function logIfChanged(
  tx: PropertyTransaction,
  channel: string,
  before: ConnectedOtas,
): Promise<ConnectedOtas> {
  const { otas: after } = await requireConnection(tx, channel);
  const isFirst = before.readAt === null && before.list.length === 0;
  const isNews = isFirst
    ? after.list.some(({ problems }) => problems.length > 0)
    : contentOf(before) !== contentOf(after);
  if (isNews) await logConnection(tx, channel);
  return after;
}

function contentOf({ list }: ConnectedOtas): string {
  return JSON.stringify(
    list.map(({ problems, ...ota }) => ({ ...ota, problems: problems.map(({ kind }) => kind) })),
  );
}

/** A problem that the operator is to be alerted of. */
type OtaAlert = Pick<ConnectedOta, 'externalId' | 'ota' | 'name'> & Pick<OtaProblem, 'kind' | 'detail'>;

/** At most one e-mail about the OTAs of a connection is sent in this time. */
const ALERT_PAUSE_SECONDS = 3_600;
/** When the sending is tried again if the mail server refused it. */
export const ALERT_RETRY_SECONDS = 900;

/**
 * Marks the problems of which the operator was not alerted yet as reported at `now`, and returns them. `waiting`: an e-mail was sent within the
 * last hour; or nothing is new, but the mail server may still refuse the last one, so that this is to be asked again. Empty as well
 * if another process owns the connection.
 */
export async function claimOtaAlerts(
  db: Queryable,
  { hotelId, channel, processId }: ConnectionKey & Owner,
  now: Temporal.Instant,
): Promise<OtaAlert[] | 'waiting'> {
  const kinds = otaProblemsThat('alerts');
  const [found] = await db.query<{ is_new: boolean; last_at: Temporal.Instant | null }>(
    `select coalesce(bool_or(${IS_TO_BE_ALERTED}), false) as is_new, max(alerted_at) as last_at
     from ota_problems as problem where hotel_id = $1 and channel = $2`,
    [hotelId, channel, kinds],
  );
  const { is_new: isNew, last_at: lastAt } = found!;
  const isWithin = (seconds: number) => lastAt !== null && lastAt.until(now).total('seconds') < seconds;
  if (!isNew) return isWithin(ALERT_RETRY_SECONDS) ? 'waiting' : [];
  if (isWithin(ALERT_PAUSE_SECONDS)) return 'waiting';
  return db.query<OtaAlert>(
    `update ota_problems as problem set alerted_at = $4
     from connection_otas as ota, connections as connection
     where problem.hotel_id = $1 and problem.channel = $2 and ${IS_TO_BE_ALERTED}
       and ota.hotel_id = $1 and ota.channel = $2 and ota.external_id = problem.external_id
       and connection.hotel_id = $1 and connection.channel = $2 and connection.lease_owner = $5
     returning nullif(ota.external_id, '') as "externalId", ota.ota, ota.name, problem.kind, problem.detail`,
    [hotelId, channel, kinds, now, processId],
  );
}

const IS_TO_BE_ALERTED = `problem.kind = any($3::text[]) and problem.alerted_at is null and problem.dismissed_at is null`;

/** Clears the mark of `claimOtaAlerts` when the e-mail could not be sent. */
export async function releaseOtaAlerts(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  claimedAt: Temporal.Instant,
): Promise<void> {
  await db.query(
    `update ota_problems set alerted_at = null where hotel_id = $1 and channel = $2 and alerted_at = $3`,
    [hotelId, channel, claimedAt],
  );
}
