// Answers of the server beside the copy that are kept on the device, for the property that is shown.
import { keepAnswer, readKeptAnswer } from '../device/answers.ts';
import { shownOwner } from './property.ts';

/** Reads an answer that was kept; undefined = none is, or a visitor looks. */
export async function readShownAnswer<T>(name: string): Promise<T | undefined> {
  const owner = shownOwner();
  return owner ? readKeptAnswer<T>({ ...owner, name }) : undefined;
}

/** Keeps an answer for a start without the server. */
export async function keepShownAnswer(name: string, answer: unknown): Promise<void> {
  const owner = shownOwner();
  if (owner) await keepAnswer({ ...owner, name }, answer);
}
