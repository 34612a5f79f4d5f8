// The changes of housekeeping: conditions of units, tasks, problems. Each can be taken back.
import type { UnitCondition } from '../../../src/model/unit.ts';
import { dateOfDayNumber } from '../../days.ts';
import { makeOrKeep } from '../../desk/changes.ts';
import { operator } from '../../desk/property.ts';
import type { ChangeRequest, DeskAnswer } from '../../desk/server.ts';
import { closeUnit, conditionRequest } from '../../desk/unit-changes.ts';
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import type { EncodedImage } from '../../photos/image.ts';
import { photosOf } from '../../photos/photo-changes.ts';
import type { DeskTask, DeskUnit } from '../../replica/state.ts';
import { taskName } from '../../stay/task-name.ts';
import type { UnitWork } from './work.ts';

/** Sets the condition of a unit. The server ends a cleaning that was due with it, and opens it again when it is taken back. */
export async function setCondition({ unit }: UnitWork, condition: UnitCondition): Promise<void> {
  const { isClean, isInspected, isDirty } = messages().housekeeping;
  await makeOrKeep({
    done: { clean: isClean, inspected: isInspected, dirty: isDirty }[condition](unit.name),
    request: conditionRequest(unit, condition),
    undo: () => conditionRequest(unit, unit.condition),
  });
}

type TaskPatch = Partial<Pick<DeskTask, 'status' | 'assignee'>>;

function taskRequest({ task_id: id }: DeskTask, body: TaskPatch): ChangeRequest {
  return { method: 'PATCH', path: operator(`tasks/${id}`), body };
}

/** Says that the cleaning of a unit has begun, or that it has not. */
export function setBegun({ unit }: UnitWork, task: DeskTask, begun: boolean): void {
  const { begun: isBegun, notBegun } = messages().housekeeping;
  void makeOrKeep({
    done: (begun ? isBegun : notBegun)(unit.name),
    request: taskRequest(task, { status: begun ? 'in_progress' : 'pending' }),
    undo: () => taskRequest(task, { status: task.status }),
  });
}

/** Gives the cleaning of a unit to a person; null = to nobody. */
export function assign({ unit }: UnitWork, task: DeskTask, assignee: string | null): void {
  const { assigned, unassigned } = messages().housekeeping;
  void makeOrKeep({
    done: assignee === null ? unassigned(unit.name) : assigned(unit.name, assignee),
    request: taskRequest(task, { assignee, ...(task.status === 'done' && { status: 'pending' }) }),
    undo: () => taskRequest(task, { assignee: task.assignee, status: task.status }),
  });
}

/** Ends a task: it is done, or not to be done at all. */
export function endTask(task: DeskTask, status: 'done' | 'cancelled'): void {
  const { finished, removed } = messages().housekeeping;
  void makeOrKeep({
    done: (status === 'done' ? finished : removed)(taskName(task.task_name)),
    request: taskRequest(task, { status }),
    undo: () => taskRequest(task, { status: task.status }),
  });
}

type NewTask = { name: string; unitId: number; day: number; assignee: string | null };

/** Adds a task for a unit. Returns whether it was added. */
export async function addTask({ name, unitId, day, assignee }: NewTask): Promise<boolean> {
  const { added } = messages().housekeeping;
  const outcome = await makeOrKeep<DeskTask>({
    done: added(name),
    request: {
      method: 'POST',
      path: operator('tasks'),
      body: { task_name: name, unit_id: unitId, date: dateOfDayNumber(day), assignee },
    },
    undo: ({ data }) => taskRequest(data, { status: 'cancelled' }),
  });
  return outcome.ok;
}

/** A problem of a unit. `closedUntil`: the last night in which nobody can sleep there; null = it can be used. */
type UnitProblem = {
  text: string;
  today: number;
  closedUntil: number | null;
  images: readonly EncodedImage[];
};

/**
 * Reports a problem: as a task for today, or by closing the unit. Photos are those of a task, so that a closed unit with photos gets a task as
 * well, which is taken back with the closure. Returns whether it was stored.
 */
export async function reportProblem(unit: DeskUnit, problem: UnitProblem): Promise<boolean> {
  const { text, today, closedUntil, images } = problem;
  const { reported, closedUntil: isClosed } = messages().housekeeping;
  const path = operator('tasks');
  const task = {
    request: {
      method: 'POST',
      path,
      body: { task_name: text, unit_id: unit.unit_id, date: dateOfDayNumber(today) },
    } as const,
    undo: ({ data }: DeskAnswer) => taskRequest(data as DeskTask, { status: 'cancelled' }),
  };
  if (closedUntil === null) {
    const outcome = await makeOrKeep({
      ...task,
      done: reported(unit.name),
      also: photosOf(images, { tasks: path, about: text, place: 0 }),
      // The task that was taken back has the photos: it is opened again.
      ...(images.length > 0 && {
        redo: ({ data }: DeskAnswer) => taskRequest(data as DeskTask, { status: 'pending' }),
      }),
    });
    return outcome.ok;
  }
  const closure = {
    unitId: unit.unit_id,
    kind: 'out_of_order',
    from: today,
    until: closedUntil + 1,
  } as const;
  const also = images.length > 0 ? [task, ...photosOf(images, { tasks: path, about: text, place: 1 })] : [];
  return closeUnit({ ...closure, reason: text }, isClosed(unit.name, formatDay(closedUntil)), also);
}
