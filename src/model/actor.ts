// Who changes something: kept with every event of the log.

/** Who made a change. It holds ids instead of names, because people and tokens are renamed, and people are erased. */
export type Actor =
  /** somebody who is signed in */
  | { kind: 'person'; userId: number }
  | { kind: 'token'; tokenId: number }
  /**
   * an agent over MCP, with the token of the property; `agent`: the name that its program gives itself; `approvedBy`: the person who
   * approved what it proposed
   */
  | { kind: 'agent'; tokenId: number; agent: string | null; approvedBy?: number }
  | { kind: 'channel'; channel: string }
  /** whoever has the operator key */
  | { kind: 'operator' }
  /** innwire itself: what is due at some time */
  | { kind: 'innwire' };

export const ACTOR_KINDS = ['person', 'token', 'agent', 'channel', 'operator', 'innwire'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** An actor with the present name of the person, or the label of the token; null = there is none. `approver`: of the person who approved. */
export type NamedActor = Actor & { name: string | null; approver?: string | null };

export const OPERATOR: Actor = { kind: 'operator' };
export const INNWIRE: Actor = { kind: 'innwire' };

/** Returns the actor behind a caller of the API; null = whoever has the operator key. */
export function actorOf(caller: { tokenId: number | null; userId?: number | null } | null): Actor {
  if (caller?.userId != null) return { kind: 'person', userId: caller.userId };
  return caller?.tokenId == null ? OPERATOR : { kind: 'token', tokenId: caller.tokenId };
}
