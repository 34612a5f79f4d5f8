// Proposals: a write of an agent is tried and rolled back, and done once a person approves it.
import { isDeepStrictEqual } from 'node:util';
import { databaseWithin, inSavepoint } from '../../db/nested-transaction.ts';
import { type Proposal, type ProposalTarget, proposedBy } from '../../model/proposal.ts';
import { SCOPE_NAMES } from '../../model/scope.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { createProposal, listProposals, storeDecision } from '../../pms/proposals.ts';
import { PLAIN_READER } from '../../problems/reader.ts';
import { describeProblem } from '../../problems/sentences.ts';
import { Problem } from '../../problems.ts';
import { changeOnce, RolledBack } from '../execute.ts';
import type { Call, Untyped } from '../operation.ts';
import { presentProposal } from '../present-proposal.ts';
import type { ProposalRecord } from '../proposal-records.ts';
import type { WriteTool } from './tool.ts';
import { tools } from './tools/index.ts';

type AnyWriteTool = WriteTool<Untyped, Untyped>;

/**
 * Stores a write of an agent as a proposal, and answers it. The write is run first and rolled back, so what would be refused is refused
 * now, with the same error. A call that is open already answers that proposal.
 */
export async function proposeWrite(
  call: Call,
  tool: AnyWriteTool,
  input: Untyped,
): Promise<{ proposal: ProposalRecord; replayed: boolean }> {
  const { actor } = call;
  if (actor.kind !== 'agent') throw new Error('Only agents propose.');
  const { idempotency_key: key, ...given } = input;
  // What is stored for the key is the id: the proposal may be decided meanwhile, or erased.
  const { answer, replayed } = await changeOnce(call, {
    // The key itself belongs to the write.
    key: key === undefined ? null : `proposal/${key}`,
    request: { operation: 'propose', tool: tool.name, input },
    run: async (tx) => {
      const tried = await tryWrite(tx, call, { tool, input: given });
      const { tokenId, agent } = actor;
      const scopes = tool.operation.scopes ?? SCOPE_NAMES;
      const wanted = { tool: tool.name, arguments: given, scopes, tokenId, agent, ...tried };
      return { proposal_id: (await createProposal(tx, wanted)).proposalId };
    },
  });
  const { proposal_id: proposalId } = answer as { proposal_id: number };
  return { proposal: presentProposal(await requireProposal(call, proposalId)), replayed };
}

async function requireProposal({ db, property, now }: Call, proposalId: number): Promise<Proposal> {
  const filter = { proposalId, now, scopes: null };
  const [found] = await listProposals(db, property.hotelId, filter, { size: 1, after: null });
  if (!found) throw new Problem('unknown_proposal', { proposalId });
  return found;
}

type Written = { tool: AnyWriteTool; input: Untyped };

/** Runs a write and takes it back. Returns what a person is asked, and what it concerns. Throws what refuses the write. */
async function tryWrite(
  tx: PropertyTransaction,
  call: Call,
  { tool, input }: Written,
): Promise<{ sentence: string } & ProposalTarget> {
  try {
    return await inSavepoint(tx, async (part) => {
      const within = { ...call, db: databaseWithin(call.db, part) };
      const sentence = await tool.confirm(within, input);
      const target = await tool.concerns(within, input);
      await tool.run(within, input, null);
      throw new RolledBack({ sentence, ...target });
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.answer as { sentence: string } & ProposalTarget;
    throw error;
  }
}

/** `price`: what the booking costs since then, in major units; absent = no booking was changed. */
export type Decided = { decided: Proposal; price?: number };

/**
 * Does what an agent proposed, in the transaction that holds the lock of the proposal. If it is refused, or if what it would change is no
 * longer what the agent saw, nothing is written but that it failed, and why.
 */
export async function approveProposal(
  tx: PropertyTransaction,
  call: Call,
  proposal: Proposal,
): Promise<Decided> {
  const tool = tools.find(({ name }) => name === proposal.tool);
  if (tool?.kind !== 'write') throw new Problem('proposal_outdated', { proposalId: proposal.proposalId });
  const by = call.actor;
  try {
    const { price, ...made } = await inSavepoint(tx, (part) =>
      runApproved(
        { ...call, db: databaseWithin(call.db, part), actor: proposedBy(proposal, by) },
        tool,
        proposal,
      ),
    );
    const decided = await storeDecision(tx, proposal.proposalId, { state: 'approved', ...made, by });
    return { decided, ...(price !== undefined && { price }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const problem = { code: error.code, detail: describeProblem(error, PLAIN_READER) };
    return { decided: await storeDecision(tx, proposal.proposalId, { state: 'failed', problem, by }) };
  }
}

type Approved = { reservationId: number | null; changeId: number | null; price: number | undefined };

async function runApproved(
  call: Call,
  tool: AnyWriteTool,
  { proposalId, arguments: input, basis }: Proposal,
): Promise<Approved> {
  const target = await tool.concerns(call, input);
  const present = asStored(target.basis);
  // Proposals of earlier releases have no fingerprint.
  if (!('fingerprint' in basis)) delete present['fingerprint'];
  if (!isDeepStrictEqual(present, basis)) throw new Problem('proposal_outdated', { proposalId });
  const { answer } = await tool.run(call, input, null);
  const { booking, change_id: changeId } = answer as {
    booking?: { order_id: number; price: number };
    change_id?: number;
  };
  return { reservationId: booking?.order_id ?? null, changeId: changeId ?? null, price: booking?.price };
}

/** Returns values as they are read from the database. */
function asStored(values: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(values));
}
