// What agents propose, and deciding it: with the way back where the change itself has one.
import type { Static } from 'typebox';
import type { decidedProposalSchema, ProposalRecord } from '../../src/api/proposal-records.ts';
import { make } from '../desk/changes.ts';
import { api, operator, shown } from '../desk/property.ts';
import type { ChangeRequest } from '../desk/server.ts';
import { useList } from '../desk/use-list.ts';
import { messages } from '../language.ts';
import { waitingOf } from './ghosts.ts';
import { sentenceOf } from './sentence.ts';

type Decided = Static<typeof decidedProposalSchema>;

const NONE: readonly ProposalRecord[] = [];

/** Whether the person may decide proposals; visitors of the sample property only see them. */
export function decidesProposals(): boolean {
  return shown.value?.canWrite ?? false;
}

/** Returns what waits for somebody who may decide it, the newest first; also what failed within its day. */
export function useProposals(): readonly ProposalRecord[] {
  const isSample = shown.value?.hotelId === null;
  const path = decidesProposals() || isSample ? api('proposals') : null;
  const isConcerned = ({ kind }: { kind: string }) => kind.startsWith('proposal.') || kind === 'guest.erased';
  const found = useList<ProposalRecord>({ path, query: { waiting: true }, isConcerned });
  return found ? waitingOf(found, Date.now()) : NONE;
}

/** Approves a proposal: the server does it, or says why it cannot. */
export function approve(proposal: ProposalRecord): void {
  void make<Decided>({
    done: messages().proposals.approved(sentenceOf(proposal)),
    request: decisionOn(proposal, 'approve'),
    refusedBy: ({ data }) => data.problem?.detail ?? null,
    undo: ({ data }) => undoOf(proposal, data),
    made: () => valuesOf(proposal),
    isOnce: true,
  });
}

/** Declines a proposal, or puts one away that failed. */
export function decline(proposal: ProposalRecord): void {
  void make<Decided>({
    done: messages().proposals.declined(sentenceOf(proposal)),
    request: decisionOn(proposal, 'decline'),
    undo: () => decisionOn(proposal, 'reopen'),
  });
}

function decisionOn(
  { proposal_id: id }: ProposalRecord,
  decision: 'approve' | 'decline' | 'reopen',
): ChangeRequest {
  return { method: 'POST', path: operator(`proposals/${id}`), body: { decision } };
}

/** Returns the values that an approved proposal gave its booking. */
function valuesOf({ tool, arguments: given }: ProposalRecord): object {
  return tool === 'cancel_booking' ? { status: 'cancelled' } : (given ?? {});
}

/** Returns what takes an approved proposal back; null = nothing does: a message was sent, or a value before is not known. */
function undoOf(
  proposal: ProposalRecord,
  { order_id: order, change_id: change, price }: Decided,
): ChangeRequest | null {
  if (change !== null) return { method: 'POST', path: operator(`changes/${change}/undo`), body: {} };
  const { tool, before, arguments: given } = proposal;
  // Without a price it was approved before: it is theirs to take back.
  if (order === null || price === null || !given) return null;
  if (tool === 'create_booking') {
    const path = api('bookings', { order_id: order, date: String(given['checkin']) });
    return { method: 'DELETE', path };
  }
  const back = tool === 'cancel_booking' ? { status: before['status'] } : backOf(given, before);
  if (!back || before['status'] === 'held') return null;
  return { method: 'PATCH', path: api('bookings', { order_id: order }), body: back };
}

/** Returns the values before of what a change of a booking set; null if one of them is not known. */
function backOf(given: object, before: Record<string, unknown>): object | null {
  const { order_id: _, ...changes } = given as Record<string, unknown>;
  const members = Object.keys(changes);
  if (members.length === 0 || members.some((member) => !Object.hasOwn(before, member))) return null;
  const moves = members.some((member) => member !== 'price' && member !== 'status');
  return {
    ...Object.fromEntries(members.map((member) => [member, before[member]])),
    ...(moves && { price: before['price'] }),
  };
}
