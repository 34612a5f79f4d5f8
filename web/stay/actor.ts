// Who made a change, in the language of the person.
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { messages } from '../language.ts';
import { channelName } from '../parts/Mark.tsx';

/** Returns the name of a channel, of the operator, or of an agent with who approved what it proposed; null = of any other kind. */
export function outsiderName(by: NonNullable<DeskEvent['by']>, unnamedAgent: string): string | null {
  const { stay, proposals } = messages();
  const { history } = stay;
  if (by.kind === 'channel') return channelName(by.name ?? '');
  if (by.kind === 'operator') return history.operator;
  if (by.kind !== 'agent') return null;
  const agent = history.agent(by.name ?? unnamedAgent);
  const approver = by.approved_by?.name;
  return approver ? `${agent}, ${proposals.approvedBy(approver)}` : agent;
}
