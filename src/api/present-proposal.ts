// Converts proposals to their public record.
import type { Static } from 'typebox';
import type { Proposal } from '../model/proposal.ts';
import { presentActor, presentMoment } from './present.ts';
import type { decidedProposalSchema, ProposalRecord } from './proposal-records.ts';

/** Returns the record without what the agent wrote. `price`: what the booking costs now, if the decision changed it. */
export function presentDecided(from: Proposal, price: number | null): Static<typeof decidedProposalSchema> {
  const { sentence: _, arguments: __, ...decided } = presentProposal(from);
  return { ...decided, price };
}

export function presentProposal(from: Proposal): ProposalRecord {
  const { tokenId, agent, tokenLabel } = from;
  const { fingerprint: _, ...before } = from.basis;
  return {
    proposal_id: from.proposalId,
    hotel_id: from.hotelId,
    state: from.state,
    tool: from.tool,
    sentence: from.sentence,
    arguments: from.arguments,
    before,
    order_id: from.reservationId,
    inquiry_id: from.inquiryId,
    room_id: from.roomId,
    fromdate: from.firstNight?.toString() ?? null,
    todate: from.lastNight?.toString() ?? null,
    by: presentActor({ kind: 'agent', tokenId, agent, name: tokenLabel }),
    created_at: presentMoment(from.createdAt),
    expires_at: presentMoment(from.expiresAt),
    decided_at: from.decidedAt && presentMoment(from.decidedAt),
    decided_by: from.decidedBy && presentActor(from.decidedBy),
    change_id: from.changeId,
    problem: from.problem,
  };
}
