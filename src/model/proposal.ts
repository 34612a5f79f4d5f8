// Proposals: writes of agents that wait for a person.
import type { Actor, NamedActor } from './actor.ts';
import type { PlainDate } from './night.ts';
import type { TokenScope } from './scope.ts';

/** `expired`: nobody decided in time. `failed`: a person approved it, and it was refused. */
export const PROPOSAL_STATES = ['open', 'approved', 'declined', 'expired', 'failed'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const PROPOSAL_DECISIONS = ['approve', 'decline', 'reopen'] as const;

/** Hours after which a proposal can no longer be approved. */
export const PROPOSAL_HOURS = 24;
/** Proposals of a property that wait at a time: more than people read. */
export const MAX_OPEN_PROPOSALS = 200;

/** What a write would change. */
export type ProposalTarget = {
  reservationId: number | null;
  inquiryId: number | null;
  roomId: number | null;
  /** the nights that it would take, release or set, as they would be; null = none */
  firstNight: PlainDate | null;
  lastNight: PlainDate | null;
  /** the present values of what would be changed */
  basis: Record<string, unknown>;
};

export type NewProposal = ProposalTarget & {
  tool: string;
  arguments: Record<string, unknown>;
  /** what would be done, for the person who decides */
  sentence: string;
  /** what a person must be able to do to see and decide it */
  scopes: readonly TokenScope[];
  tokenId: number;
  /** what the agent's program calls itself; null = it has no name */
  agent: string | null;
};

export type Proposal = NewProposal & {
  proposalId: number;
  hotelId: number;
  /** the label of the agent's token */
  tokenLabel: string | null;
  state: ProposalState;
  /** the change of prices and availability that it became; null = none */
  changeId: number | null;
  /** why it was refused after a person had approved it */
  problem: { code: string; detail: string } | null;
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  decidedAt: Temporal.Instant | null;
  decidedBy: NamedActor | null;
};

/** The actor of a change that an agent proposed. */
export function proposedBy({ tokenId, agent }: Pick<Proposal, 'tokenId' | 'agent'>, approver: Actor): Actor {
  return {
    kind: 'agent',
    tokenId,
    agent,
    ...(approver.kind === 'person' && { approvedBy: approver.userId }),
  };
}

/** Returns the arguments that a sentence does not name itself, each with its value: nothing is confirmed that was not read. */
export function listArguments(given: object, named: readonly string[] = []): string {
  return Object.entries(given)
    .filter(([member]) => !named.includes(member))
    .map(([member, value]) => `${member} ${JSON.stringify(value)}`)
    .join(', ');
}
