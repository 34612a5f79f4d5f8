// The tool with which an agent learns what became of its proposals.
import { PROPOSAL_STATES } from '../../../model/proposal.ts';
import type { ProposalRecord } from '../../proposal-records.ts';
import { listProposalsOperation } from '../../public/proposals.ts';
import { id, integer, object, oneOf, optional, personal, text } from '../../schema.ts';
import { listTool } from '../paging.ts';

/** What an agent sees of a proposal. */
export const agentProposalSchema = object({
  proposal_id: integer(),
  state: oneOf(PROPOSAL_STATES),
  tool: text(),
  sentence: optional(personal(text())),
  order_id: optional(integer()),
  created_at: text(),
  expires_at: text(),
  decided_at: optional(text()),
  decided_by: optional(text()),
  problem: optional(text()),
});

/** It is listed only to agents whose writes wait for a person. */
export const listProposalsTool = listTool({
  name: 'list_proposals',
  title: 'Proposals',
  description:
    'What became of the writes that you proposed, newest first: open (waits for a person at the desk), approved (done; order_id of what was booked), declined, expired, or failed with the reason.',
  operation: listProposalsOperation,
  filters: {
    proposal_id: optional(id('only this one', 1)),
    state: optional(oneOf(PROPOSAL_STATES, { description: 'only those' })),
  },
  filter: (query, call) => ({
    ...listProposalsOperation.filter(query, call),
    // Of other agents it is shown nothing.
    tokenId: call.actor.kind === 'agent' ? call.actor.tokenId : 0,
  }),
  item: agentProposalSchema,
  view: (record: ProposalRecord) => presentAgentProposal(record),
});

export function presentAgentProposal(from: ProposalRecord) {
  const {
    proposal_id,
    state,
    tool,
    sentence,
    order_id,
    created_at,
    expires_at,
    decided_at,
    decided_by,
    problem,
  } = from;
  return {
    ...{ proposal_id, state, tool },
    ...(sentence !== null && { sentence }),
    ...(order_id !== null && { order_id }),
    ...{ created_at, expires_at },
    ...(decided_at !== null && { decided_at }),
    ...(decided_by?.name && { decided_by: decided_by.name }),
    ...(problem !== null && { problem: `${problem.code}: ${problem.detail}` }),
  };
}
