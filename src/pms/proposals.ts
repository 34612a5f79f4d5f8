// Writes of agents that wait for a person: storing, listing and deciding them. What they do is done by api/agent.
import type { Database, Queryable } from '../db/database.ts';
import type { Actor } from '../model/actor.ts';
import { toPlainDateOrNull } from '../model/night.ts';
import {
  MAX_OPEN_PROPOSALS,
  type NewProposal,
  PROPOSAL_HOURS,
  type Proposal,
  type ProposalState,
} from '../model/proposal.ts';
import type { Scopes, TokenScope } from '../model/scope.ts';
import { Problem } from '../problems.ts';
import { type Condition, count, keyset, type Page } from './page.ts';
import type { PropertyTransaction } from './property-transaction.ts';

/**
 * Stores what an agent proposes. If the same call of the same token is open already, returns that one. Throws `too_many_proposals`.
 */
export async function createProposal(tx: PropertyTransaction, wanted: NewProposal): Promise<Proposal> {
  // One at a time for each property, so that the limit holds and equal calls are one.
  await tx.query(`select 1 from log_heads where hotel_id = $1 for update`, [tx.hotelId]);
  const [known] = await tx.query<{ proposal_id: number }>(
    `select proposal_id from proposals
     where hotel_id = $1 and state = 'open' and expires_at > $2 and token_id = $3 and tool = $4 and arguments = $5::jsonb`,
    [tx.hotelId, tx.now, wanted.tokenId, wanted.tool, JSON.stringify(wanted.arguments)],
  );
  if (known) return findProposal(tx, known.proposal_id);
  const open = await countProposals(tx, tx.hotelId, { states: ['open'], now: tx.now, scopes: null });
  if (open >= MAX_OPEN_PROPOSALS) throw new Problem('too_many_proposals', { max: MAX_OPEN_PROPOSALS });
  const [row] = await tx.query<{ proposal_id: number }>(
    `insert into proposals (hotel_id, tool, arguments, sentence, scopes, token_id, agent, reservation_id, inquiry_id, room_id,
       first_night, last_night, basis, created_at, expires_at)
     values ($1, $2, $3, $4, $5::text[], $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     returning proposal_id`,
    [
      tx.hotelId,
      wanted.tool,
      JSON.stringify(wanted.arguments),
      wanted.sentence,
      wanted.scopes,
      wanted.tokenId,
      wanted.agent,
      wanted.reservationId,
      wanted.inquiryId,
      wanted.roomId,
      wanted.firstNight,
      wanted.lastNight,
      JSON.stringify(wanted.basis),
      tx.now,
      tx.now.add({ hours: PROPOSAL_HOURS }),
    ],
  );
  const proposal = await findProposal(tx, row!.proposal_id);
  recordProposal(tx, 'proposal.created', proposal);
  return proposal;
}

/** Returns a proposal, locked until the transaction ends: it is decided once. Throws `unknown_proposal`. */
export async function lockProposal(tx: PropertyTransaction, proposalId: number): Promise<Proposal> {
  await tx.query(`select 1 from proposals where hotel_id = $1 and proposal_id = $2 for update`, [
    tx.hotelId,
    proposalId,
  ]);
  return findProposal(tx, proposalId);
}

async function findProposal(tx: PropertyTransaction, proposalId: number): Promise<Proposal> {
  const [found] = await listProposals(
    tx,
    tx.hotelId,
    { proposalId, now: tx.now, scopes: null },
    { size: 1, after: null },
  );
  if (!found) throw new Problem('unknown_proposal', { proposalId });
  return found;
}

/** What became of a proposal. `reservationId` and `changeId`: what it made; absent = nothing new. */
type Decision = {
  state: Exclude<ProposalState, 'expired'>;
  reservationId?: number | null;
  changeId?: number | null;
  problem?: Proposal['problem'];
  /** null = nobody: it waits again */
  by: Actor | null;
};

/** Stores what became of a proposal that is locked. */
export async function storeDecision(
  tx: PropertyTransaction,
  proposalId: number,
  { state, reservationId = null, changeId = null, problem = null, by }: Decision,
): Promise<Proposal> {
  await tx.query(
    `update proposals set state = $3, reservation_id = coalesce($4, reservation_id), change_id = $5, problem_code = $6,
       problem_detail = $7, decided_at = $8, decided_by = $9
     where hotel_id = $1 and proposal_id = $2`,
    [
      tx.hotelId,
      proposalId,
      state,
      reservationId,
      changeId,
      problem?.code ?? null,
      problem?.detail ?? null,
      by && tx.now,
      by && JSON.stringify(by),
    ],
  );
  const proposal = await findProposal(tx, proposalId);
  recordProposal(tx, by === null ? 'proposal.reopened' : 'proposal.decided', proposal);
  return proposal;
}

/** The log says which proposal changed, not what it says: who may see that depends on what it would do. */
function recordProposal(
  tx: PropertyTransaction,
  kind: 'proposal.created' | 'proposal.decided' | 'proposal.reopened',
  { proposalId, tool, state }: Proposal,
): void {
  tx.record(kind, `proposal/${proposalId}`, { proposalId, tool, state });
}

export type ProposalFilter = {
  now: Temporal.Instant;
  /** only those that somebody with these scopes could decide; null = all */
  scopes: Scopes;
  proposalId?: number | undefined;
  states?: readonly ProposalState[] | undefined;
  /** those that somebody can still approve or should see: open, or failed within their time */
  waiting?: boolean | undefined;
  reservationId?: number | undefined;
  tokenId?: number | undefined;
};

/** Returns one page of proposals, the newest first. */
export async function listProposals(
  db: Queryable,
  hotelId: number,
  filter: ProposalFilter,
  page: Page,
): Promise<Proposal[]> {
  const { text, values } = keyset(
    SELECT_PROPOSALS,
    conditionsOf(hotelId, filter),
    { columns: ['proposal_id'], types: ['bigint'], descending: true },
    page,
  );
  const rows = await db.query<ProposalRow>(text, values);
  return rows.map((row) => toProposal(row, filter.now));
}

export function countProposals(db: Queryable, hotelId: number, filter: ProposalFilter): Promise<number> {
  return count(db, 'proposals', conditionsOf(hotelId, filter));
}

/** SQL: the state as people see it; `?` is the present moment. */
const isInStates = `(case when state = 'open' and expires_at <= ?2 then 'expired' else state end) = any(?::text[])`;

function conditionsOf(
  hotelId: number,
  { now, scopes, proposalId, states, waiting, reservationId, tokenId }: ProposalFilter,
): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    ['proposal_id = ?', proposalId],
    ['scopes <@ ?::text[]', scopes ?? undefined],
    [isInStates, states, now],
    [`(state in ('open', 'failed') and expires_at > ?2) = ?`, waiting, now],
    ['reservation_id = ?', reservationId],
    ['token_id = ?', tokenId],
  ];
}

/** Deletes proposals that were made longer ago than calls are kept. */
export async function pruneProposals(db: Database, now: Temporal.Instant): Promise<void> {
  // Those of the sample property follow its hour.
  await db.query(
    `delete from proposals as old using properties as property
     where property.hotel_id = old.hotel_id and property.sandbox_at is null and old.created_at < $1`,
    [now.subtract({ hours: PROPOSALS_KEPT_DAYS * 24 })],
  );
}

const PROPOSALS_KEPT_DAYS = 30;

/** Selects proposals with the names of those who proposed and decided them; `where` follows. */
const SELECT_PROPOSALS = `select *,
    (select token.label from tokens as token where token.token_id = proposals.token_id) as token_label,
    (select person.name from users as person where person.user_id = (proposals.decided_by ->> 'userId')::bigint) as decided_name
  from proposals`;

type ProposalRow = {
  hotel_id: number;
  proposal_id: number;
  tool: string;
  arguments: Record<string, unknown>;
  sentence: string;
  scopes: TokenScope[];
  token_id: number;
  token_label: string | null;
  agent: string | null;
  reservation_id: number | null;
  inquiry_id: number | null;
  room_id: number | null;
  first_night: string | null;
  last_night: string | null;
  basis: Record<string, unknown>;
  state: Exclude<ProposalState, 'expired'>;
  change_id: number | null;
  problem_code: string | null;
  problem_detail: string | null;
  created_at: Temporal.Instant;
  expires_at: Temporal.Instant;
  decided_at: Temporal.Instant | null;
  decided_by: Actor | null;
  decided_name: string | null;
};

function toProposal(row: ProposalRow, now: Temporal.Instant): Proposal {
  const isExpired = row.state === 'open' && Temporal.Instant.compare(row.expires_at, now) <= 0;
  return {
    proposalId: row.proposal_id,
    hotelId: row.hotel_id,
    tool: row.tool,
    arguments: row.arguments,
    sentence: row.sentence,
    scopes: row.scopes,
    tokenId: row.token_id,
    tokenLabel: row.token_label,
    agent: row.agent,
    reservationId: row.reservation_id,
    inquiryId: row.inquiry_id,
    roomId: row.room_id,
    firstNight: toPlainDateOrNull(row.first_night),
    lastNight: toPlainDateOrNull(row.last_night),
    basis: row.basis,
    state: isExpired ? 'expired' : row.state,
    changeId: row.change_id,
    problem: row.problem_code === null ? null : { code: row.problem_code, detail: row.problem_detail ?? '' },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by && { ...row.decided_by, name: row.decided_name },
  };
}
