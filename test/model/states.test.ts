// Status transitions of reservations and tasks: exactly those of the API's contract.
import { describe, expect, test } from 'vitest';
import { RESERVATION_STATUSES, RESERVATION_TRANSITIONS, WAYS_BACK } from '../../src/model/reservation.ts';
import { TASK_STATUSES, TASK_TRANSITIONS } from '../../src/model/task.ts';

const arrows = (transitions: Record<string, readonly string[]>) =>
  Object.entries(transitions).flatMap(([from, to]) => to.map((one) => `${from} → ${one}`));

describe('a reservation', () => {
  test('has exactly the transitions of the contract', () => {
    expect(arrows(RESERVATION_TRANSITIONS).sort()).toEqual([
      'checked_in → cancelled',
      'checked_in → checked_out',
      'confirmed → cancelled',
      'confirmed → checked_in',
      'confirmed → no_show',
      'held → cancelled',
      'held → confirmed',
    ]);
    expect(arrows(WAYS_BACK).sort()).toEqual([
      'cancelled → checked_in',
      'cancelled → confirmed',
      'checked_in → confirmed',
      'checked_out → checked_in',
      'no_show → checked_in',
      'no_show → confirmed',
    ]);
  });

  test('has transitions only between existing statuses', () => {
    expect(Object.keys(RESERVATION_TRANSITIONS).sort()).toEqual([...RESERVATION_STATUSES].sort());
    for (const final of ['cancelled', 'checked_out', 'no_show'] as const) {
      expect(RESERVATION_TRANSITIONS[final]).toEqual([]);
    }
  });
});

describe('a task', () => {
  test('has exactly the transitions of the contract', () => {
    expect(arrows(TASK_TRANSITIONS).sort()).toEqual([
      'cancelled → in_progress',
      'cancelled → pending',
      'done → in_progress',
      'done → pending',
      'in_progress → cancelled',
      'in_progress → done',
      'in_progress → pending',
      'pending → cancelled',
      'pending → done',
      'pending → in_progress',
    ]);
  });

  test('has transitions only between existing statuses', () => {
    expect(Object.keys(TASK_TRANSITIONS).sort()).toEqual([...TASK_STATUSES].sort());
  });
});
