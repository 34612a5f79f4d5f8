// Results of a certification run, and their output as text and JSON.

/**
 * `answer`: a question of the form that no test can answer, with its answer. `person`: a person has to do
 * something, which the remarks describe.
 */
export type Outcome = 'passed' | 'failed' | 'person' | 'skipped' | 'answer';

export type CaseResult = {
  /** the channel's number of the case */
  number: number;
  title: string;
  outcome: Outcome;
  /** the performed steps, as text */
  done: string[];
  /** ids of the channel's tasks, which its form asks for */
  tasks: { kind: string; id: string }[];
  /** reasons of a failure, differences from the document, or what a person has to do */
  remarks: string[];
};

/** Result of a case without its number and title. */
export type CaseFindings = Omit<CaseResult, 'number' | 'title'>;

/** Returns the result of a case that passed when there are no remarks. */
export function passedWithout(
  remarks: string[],
  { done, tasks = [] }: Pick<CaseFindings, 'done'> & Partial<CaseFindings>,
): CaseFindings {
  return { outcome: remarks.length === 0 ? 'passed' : 'failed', done, tasks, remarks };
}

const LABELS: Record<Outcome, string> = {
  passed: 'passed',
  failed: 'FAILED',
  person: 'needs a person',
  skipped: 'skipped',
  answer: 'answer for the form',
};

export function formatCase({ number, title, outcome, done, tasks, remarks }: CaseResult): string {
  const lines = [`${String(number).padStart(2)}  ${title.padEnd(42)} ${LABELS[outcome]}`];
  for (const line of done) lines.push(`    ${line}`);
  for (const { kind, id } of tasks) lines.push(`    ${kind.padEnd(13)} ${id}`);
  for (const line of remarks) lines.push(`    ${outcome === 'failed' ? '!' : '-'} ${line}`);
  return lines.join('\n');
}

export function formatSummary(results: readonly CaseResult[]): string {
  const counts = (['passed', 'failed', 'person', 'skipped', 'answer'] as const).flatMap((outcome) => {
    const count = results.filter((one) => one.outcome === outcome).length;
    return count > 0 ? [`${count} ${LABELS[outcome]}`] : [];
  });
  return counts.join(', ');
}

/** Returns 0 when no case failed, 1 when one did, 2 when none failed but a person has to do something. */
export function exitCodeOf(results: readonly CaseResult[]): number {
  if (results.some(({ outcome }) => outcome === 'failed')) return 1;
  return results.some(({ outcome }) => outcome === 'person') ? 2 : 0;
}
