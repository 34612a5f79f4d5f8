// /operator/properties/{hotel_id}/proposals: people decide what agents propose.
import { PROPOSAL_DECISIONS, type Proposal } from '../../model/proposal.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { lockProposal, storeDecision } from '../../pms/proposals.ts';
import { Problem } from '../../problems.ts';
import { approveProposal, type Decided } from '../agent/proposals.ts';
import { type Call, writeOperation } from '../operation.ts';
import { presentDecided } from '../present-proposal.ts';
import { decidedProposalSchema } from '../proposal-records.ts';
import { id, object, oneOf } from '../schema.ts';
import { requireScopes } from '../visible.ts';

export const decideProposalOperation = writeOperation({
  name: 'decideProposal',
  audience: ['operator'],
  method: 'POST',
  path: '/proposals/{proposal_id}',
  // Each proposal has the scopes of what it would do.
  scopes: [],
  tag: 'Proposals',
  summary: 'Approve or decline a proposal',
  description:
    '`approve` does what the agent proposed, once, whoever else approves it too. If it is refused, because the room was sold meanwhile or because what it would change is no longer what the agent saw, the answer is the proposal with `state: failed` and the reason in `problem`. `decline` ends it; `reopen` takes that back. It needs the scopes of what is proposed.',
  problems: ['unknown_proposal', 'proposal_closed', 'scope_missing'],
  params: object({ proposal_id: id('proposal', 1) }),
  body: object({
    decision: oneOf(PROPOSAL_DECISIONS, { description: 'what the person decides', example: 'approve' }),
  }),
  answer: decidedProposalSchema,
  run: async (tx, call, { params, body }) => {
    const proposal = await lockProposal(tx, params.proposal_id);
    requireScopes(call.scopes, proposal.scopes);
    const { decided, price = null } = await DECIDED[body.decision](tx, call, proposal);
    return presentDecided(decided, price);
  },
});

type Decide = (tx: PropertyTransaction, call: Call, proposal: Proposal) => Promise<Decided>;

/** A decision that was made already changes nothing. */
const DECIDED: Record<(typeof PROPOSAL_DECISIONS)[number], Decide> = {
  async approve(tx, call, proposal) {
    if (proposal.state === 'approved') return { decided: proposal };
    requireWaiting(proposal, call);
    return approveProposal(tx, call, proposal);
  },
  async decline(tx, call, proposal) {
    if (proposal.state === 'declined') return { decided: proposal };
    requireWaiting(proposal, call);
    return { decided: await storeDecision(tx, proposal.proposalId, { state: 'declined', by: call.actor }) };
  },
  async reopen(tx, call, proposal) {
    if (proposal.state === 'open') return { decided: proposal };
    if (proposal.state !== 'declined' || isErased(proposal)) throw closed(proposal);
    requireInTime(proposal, call);
    return { decided: await storeDecision(tx, proposal.proposalId, { state: 'open', by: null }) };
  },
};

function requireWaiting(proposal: Proposal, call: Call): void {
  if (proposal.state !== 'open' && proposal.state !== 'failed') throw closed(proposal);
  requireInTime(proposal, call);
}

function requireInTime(proposal: Proposal, { now }: Call): void {
  if (Temporal.Instant.compare(proposal.expiresAt, now) <= 0)
    throw new Problem('proposal_closed', { proposalId: proposal.proposalId, state: 'expired' });
}

/** Whether its arguments went with the guest. */
function isErased({ arguments: given }: Proposal): boolean {
  return Object.keys(given).length === 0;
}

function closed({ proposalId, state }: Proposal): Problem {
  return new Problem('proposal_closed', { proposalId, state });
}
