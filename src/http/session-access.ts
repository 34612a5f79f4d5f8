// The caller of /session: a browser in which somebody signs in, or is signed in.
import type { FastifyRequest } from 'fastify';
import { identifyPerson, requireFullSignIn } from '../api/admission.ts';
import type { BrowserRequest, Operation } from '../api/operation.ts';
import { Problem } from '../problems.ts';
import {
  cookieNameFor,
  deviceOf,
  readScreenCookie,
  readSession,
  requireOwnPage,
} from './browser-requests.ts';
import type { AppContext } from './context.ts';
import type { Access } from './operation-routes.ts';
import { createAttemptLimits, createChallengeCounter } from './sign-in-limits.ts';

/** Creates the access of browsers to their session. Requests that change something must come from a page of this server. */
export function createSessionAccess(context: AppContext): Access {
  const limitAttempts = createAttemptLimits();
  const countChallenge = createChallengeCounter();
  const persons = new WeakMap<FastifyRequest, BrowserRequest['person']>();
  return {
    async admit(request, reply, operation) {
      requireOwnPage(request, context.baseUrl());
      const person = await findPerson(request, operation);
      persons.set(request, person);
      if (person && operation.fullSignInOnly) requireFullSignIn(person.holder);
      if (person) await context.rateLimiter.count(request, reply, person.holder);
      await context.admitBody(request, reply, 0);
    },
    propertyOf: () => {
      throw new Error('operations under /session concern no property');
    },
    callerOf: () => null,
    queryOf: ({ query }) => query as Record<string, unknown>,
    installationCallOf: (request) => ({
      browser: {
        person: persons.get(request) ?? null,
        cookie: cookieNameFor(request),
        screenCookie: readScreenCookie(request),
        device: deviceOf(request),
        limitAttempts: (under, attempt) => limitAttempts(request, under, attempt),
        countChallenge: () => countChallenge(request),
      },
    }),
    perform: (_request, _operation, run) => run(null),
  };

  async function findPerson(request: FastifyRequest, operation: Operation) {
    try {
      const { holder } = await identifyPerson(context.db, readSession(request), null, context.now());
      return { userId: holder.userId!, sessionId: holder.sessionId!, holder };
    } catch (error) {
      const isOptional = operation.kind === 'installation' && operation.withoutSession;
      if (isOptional && error instanceof Problem && error.code === 'not_signed_in') return null;
      throw error;
    }
  }
}
