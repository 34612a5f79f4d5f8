// Which steps of a new house are still to be done. Pure.

export type NextStepId = 'channel' | 'people';

/** Returns the steps that are left. `channels`: real ones that are connected; `people`: who may sign in, the owner among them. */
export function nextSteps({ channels, people }: { channels: number; people: number }): NextStepId[] {
  const steps: NextStepId[] = [];
  if (channels === 0) steps.push('channel');
  if (people <= 1) steps.push('people');
  return steps;
}
