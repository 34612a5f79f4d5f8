// What a certification run found out: printed for people, and as JSON for a file.

/**
 * `answer`: a question of the form that no test can answer, with our answer. `person`: something is left that only a person
 * can do, and the case says what.
 */
export type Outcome = 'passed' | 'failed' | 'person' | 'skipped' | 'answer';

export type CaseResult = {
  /** as the channel numbers it */
  number: number;
  title: string;
  outcome: Outcome;
  /** what was done, as a person would say it */
  done: string[];
  /** what the channel's form asks for */
  tasks: { kind: string; id: string }[];
  /** why it failed, what differs from the document, what a person has to do */
  remarks: string[];
};

/** What a case came to, without its number and title. */
export type Judgement = Omit<CaseResult, 'number' | 'title'>;

/** Of a case that passed when nothing is remarked. */
export function passedWithout(
  remarks: string[],
  { done, tasks = [] }: Pick<Judgement, 'done'> & Partial<Judgement>,
): Judgement {
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

/** 0: nothing failed; 1: something failed; 2: nothing failed, but a person has to do something. */
export function exitCodeOf(results: readonly CaseResult[]): number {
  if (results.some(({ outcome }) => outcome === 'failed')) return 1;
  return results.some(({ outcome }) => outcome === 'person') ? 2 : 0;
}
