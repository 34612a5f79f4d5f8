// The caller of /session: a browser in which somebody signs in, or is signed in.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { identifyPerson, requireFullSignIn } from '../api/admission.ts';
import { type BrowserRequest, type Operation, writes } from '../api/operation.ts';
import { type KnownDevice, readKnownDevice } from '../api/session/known-device.ts';
import { Problem } from '../problems.ts';
import {
  cookieNameFor,
  deviceOf,
  readDeviceCookie,
  readScreenCookie,
  readSession,
  requireOwnPage,
} from './browser-requests.ts';
import type { AppContext } from './context.ts';
import type { Access } from './operation-routes.ts';
import { createSessionAudit } from './session-audit.ts';
import { createAttemptLimits, createChallengeCounter } from './sign-in-limits.ts';

/** Creates the access of browsers to their session. Requests that change something must come from a page of this server. */
export function createSessionAccess(app: FastifyInstance, context: AppContext): Access {
  const audit = createSessionAudit(app, context);
  const limitAttempts = createAttemptLimits();
  const countChallenge = createChallengeCounter();
  const persons = new WeakMap<FastifyRequest, BrowserRequest['person']>();
  const askedOf = (request: FastifyRequest, operation: Operation) => ({
    request,
    operation,
    person: persons.get(request) ?? null,
  });
  return {
    async admit(request, reply, operation) {
      requireOwnPage(request, context.baseUrl());
      const person = await findPerson(request, operation, context);
      persons.set(request, person);
      if (person) await context.rateLimiter.count(request, reply, person.holder);
      await context.admitBody(request, reply, 0);
    },
    propertyOf: () => {
      throw new Error('operations under /session concern no property');
    },
    callerOf: () => null,
    queryOf: ({ query }) => query as Record<string, unknown>,
    installationCallOf(request, operation) {
      const knownDevice = knownDeviceOf(request, context);
      return {
        browser: {
          person: persons.get(request) ?? null,
          cookie: cookieNameFor(request),
          screenCookie: readScreenCookie(request),
          knownDevice,
          device: deviceOf(request),
          limitAttempts: (guess, attempt) =>
            limitAttempts({ guess, request, knownDevice }, attempt, (wrong) =>
              audit.addWrongGuess(askedOf(request, operation), wrong),
            ),
          countChallenge: () => countChallenge(request),
        },
      };
    },
    async perform(request, operation, run) {
      const asked = askedOf(request, operation);
      try {
        if (asked.person && operation.fullSignInOnly) requireFullSignIn(asked.person.holder);
        return await run(writes(operation) ? audit.entryOf(asked) : null);
      } catch (error) {
        await audit.refuse(asked, error);
        throw error;
      }
    },
  };
}

/** Returns who is signed in. Throws `not_signed_in` where nobody is, unless the operation is open to nobody. */
async function findPerson(request: FastifyRequest, operation: Operation, context: AppContext) {
  try {
    const { holder } = await identifyPerson(context.db, readSession(request), null, context.now());
    return { userId: holder.userId!, sessionId: holder.sessionId!, holder };
  } catch (error) {
    const isOptional = operation.kind === 'installation' && operation.withoutSession;
    if (isOptional && error instanceof Problem && error.code === 'not_signed_in') return null;
    throw error;
  }
}

function knownDeviceOf(request: FastifyRequest, { db }: AppContext): KnownDevice | null {
  const cookie = readDeviceCookie(request);
  return cookie === null ? null : readKnownDevice(db.secrets, cookie);
}
