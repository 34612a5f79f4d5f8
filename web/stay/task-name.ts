// Names of tasks: those that innwire plans have one in each language.
import { INSPECTION, TURNOVER } from '../../src/model/task.ts';
import { messages } from '../language.ts';
import type { Messages } from '../messages/en/index.ts';

/** Returns the name of a task, in the language of the screen or of other texts; what people wrote stays as it is. */
export function taskName(
  name: string,
  { housekeeping }: Pick<Messages, 'housekeeping'> = messages(),
): string {
  if (name === TURNOVER) return housekeeping.turnover;
  return name === INSPECTION ? housekeeping.inspection : name;
}
