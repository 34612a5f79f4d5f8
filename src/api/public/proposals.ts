// /api/proposals: writes of agents that wait for a person, and what became of them.
import { PROPOSAL_STATES } from '../../model/proposal.ts';
import { countProposals, listProposals, type ProposalFilter } from '../../pms/proposals.ts';
import { listOperation } from '../operation.ts';
import { presentProposal } from '../present-proposal.ts';
import { proposalSchema } from '../proposal-records.ts';
import { boolean, id, object, oneOf, optional } from '../schema.ts';

export const listProposalsOperation = listOperation({
  name: 'listProposals',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/proposals',
  scopes: [],
  tag: 'Proposals',
  summary: 'List what agents propose',
  description:
    'Writes of agents that wait for a person, and what became of them, the newest first, for 30 days. A caller gets those that its scopes open: a price needs `availability:write`, as setting it does.',
  problems: [],
  query: object({
    proposal_id: optional(id('only this proposal', 1)),
    state: optional(oneOf(PROPOSAL_STATES, { description: 'only those in this state', example: 'open' })),
    waiting: optional(
      boolean({
        description: 'true = only those that somebody should look at: open, or failed in the last day',
        example: true,
      }),
    ),
    order_id: optional(id('only those that concern this booking', 10001)),
  }),
  item: proposalSchema,
  // What has expired depends on the time.
  caching: 'no-etag',
  cursor: ['id'],
  filter: (query, { now, scopes }): ProposalFilter => ({
    now,
    scopes,
    proposalId: query.proposal_id,
    states: query.state && [query.state],
    waiting: query.waiting,
    reservationId: query.order_id,
  }),
  page: ({ db, property }, filter, page) => listProposals(db, property.hotelId, filter, page),
  count: ({ db, property }, filter) => countProposals(db, property.hotelId, filter),
  key: (proposal) => [proposal.proposalId],
  present: presentProposal,
});
