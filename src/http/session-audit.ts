// What is recorded of /session, in the server's log and in the audit trail: attempts to sign in, right and wrong, what people change of their
// sessions, and what is refused to them.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BrowserRequest, Guess, Operation } from '../api/operation.ts';
import { findNamedUser } from '../pms/sign-ins.ts';
import { isRefusalOfRights, logAccess } from './access-log.ts';
import type { AppContext } from './context.ts';
import { type AuditEntry, auditEntryFor } from './operator-audit.ts';
import type { WrongGuess } from './sign-in-limits.ts';

/** A request under /session. */
type Asked = { request: FastifyRequest; operation: Operation; person: BrowserRequest['person'] };

type SessionAudit = {
  /** Returns how a change that succeeds is recorded: as that of the person who is signed in then. Without one there is nothing to record. */
  entryOf(asked: Asked): Pick<AuditEntry, 'record' | 'recorded'>;
  /** Records an error if it refuses to a person what a session does not open. */
  refuse(asked: Asked, error: unknown): Promise<void>;
  /** Records a wrong guess: always in the log, and in the audit trail where it is known whom it meant. */
  addWrongGuess(asked: Asked, wrong: WrongGuess): void;
};

/** Creates the recording. */
export function createSessionAudit(app: FastifyInstance, context: AppContext): SessionAudit {
  const storing = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(storing);
  });
  const entryFor = ({ request, operation }: Asked, userId: number) =>
    auditEntryFor(request, operation, context, userId);
  return {
    entryOf(asked) {
      let isRecorded = false;
      return {
        async record(db, executed) {
          isRecorded = true;
          const userId = (executed.answer as { user_id?: number }).user_id ?? asked.person?.userId;
          if (userId === undefined) return;
          await entryFor(asked, userId)?.record(db, executed);
          logAccess(asked.request, { operation: asked.operation.name, outcome: 'ok', userId });
        },
        recorded: () => isRecorded,
      };
    },
    async refuse(asked, error) {
      if (!asked.person || !isRefusalOfRights(error)) return;
      const { userId } = asked.person;
      logAccess(asked.request, { operation: asked.operation.name, outcome: error.code, userId });
      await entryFor(asked, userId)?.refuse(error);
    },
    addWrongGuess(asked, { guess, problem, blocked }) {
      const store = async () => {
        const userId = await userMeantBy(guess, context).catch(() => null);
        logAccess(asked.request, { operation: asked.operation.name, outcome: problem.code, userId, blocked });
        if (userId !== null) await entryFor(asked, userId)?.refuse(problem);
      };
      // Not waited for: the time of the answer would say whether there is such a person.
      const stored = store().finally(() => storing.delete(stored));
      storing.add(stored);
    },
  };
}

/** Returns the person whose password, code or PIN was guessed; null where nobody has the name, and for links and passkeys, which name nobody. */
async function userMeantBy(guess: Guess, { db }: AppContext): Promise<number | null> {
  if (guess.of === 'password') return findNamedUser(db, guess.name.trim());
  return 'userId' in guess ? guess.userId : null;
}
