// What a connection is called while its tasks fail: an error is only what can lead to double bookings.
import { expect, test } from 'vitest';
import { deriveConnectionState } from '../../../src/jobs/channels/derive-connection-state.ts';
import { createRefusedRoomTracker } from '../../../src/jobs/channels/refused-rooms.ts';
import { type ConnectionTask, createTaskSchedules } from '../../../src/jobs/channels/task-schedules.ts';

/** The state after these results of tasks. */
function stateAfter(results: Partial<Record<ConnectionTask, 'refused' | 'later'>>) {
  const schedules = createTaskSchedules(
    () => 0,
    () => ({ seconds: [1] }),
  );
  for (const [task, kind] of Object.entries(results))
    schedules.reschedule(task as ConnectionTask, {
      kind,
      reason: `no ${task}`,
      cause: { code: 'access_denied', said: `no ${task}` },
    });
  return deriveConnectionState({
    schedules,
    refusedRooms: createRefusedRoomTracker(['1'], () => 0),
    stored: 'connected',
    connecting: false,
    since: Temporal.Instant.from('2026-12-01T09:30:40Z'),
  });
}

test.each([
  [{}, 'connected', null],
  [{ reservations: 'later' }, 'delayed', 'no reservations'],
  [{ messages: 'refused' }, 'delayed', 'no messages'],
  [{ push: 'later', reviews: 'refused' }, 'delayed', 'no reviews'],
  [{ test: 'refused' }, 'error', 'The channel refuses the connection since 2026-12-01 09:30 UTC: no test.'],
  [{ push: 'refused' }, 'error', 'for pushes: no push.'],
  [{ recover: 'refused' }, 'error', 'for the list of reservations: no recover.'],
  [{ messages: 'refused', reservations: 'refused' }, 'error', 'for reservations: no reservations.'],
] as const)('after %j it is %s', (results, state, message) => {
  const derived = stateAfter(results);
  expect(derived.state).toBe(state);
  expect(derived.message).toEqual(message && expect.stringContaining(message));
});

test.each([
  [{ messages: 'refused' }, { code: 'access_denied', said: 'no messages' }],
  [{ test: 'refused' }, { code: 'access_denied', said: 'no test', since: '2026-12-01T09:30:40.000Z' }],
  [
    { push: 'refused', reservations: 'refused' },
    {
      code: 'access_denied',
      said: 'no push',
      about: ['nights', 'reservations'],
      since: '2026-12-01T09:30:40.000Z',
    },
  ],
  [{}, null],
] as const)('after %j its code is %j', (results, cause) => {
  expect(stateAfter(results).cause).toEqual(cause);
});
