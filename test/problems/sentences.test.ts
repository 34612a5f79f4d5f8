// Every problem, in each of its cases, has a sentence for the readers of REST, for agents and for the command line.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseData, parseFieldError, presentData, presentFieldError } from '../../src/api/problem-data.ts';
import { OPERATOR_COMMANDS } from '../../src/cli/operator-command-list.ts';
import { explainProblem } from '../../src/cli/problem-sentences.ts';
import { problemDetailForRest, REST_READER } from '../../src/http/problem-sentences.ts';
import { agentSentence, clientSentence } from '../../src/mcp/problem-sentences.ts';
import { describeFieldError } from '../../src/problems/field-errors.ts';
import { PLAIN_READER } from '../../src/problems/reader.ts';
import { describeProblem, errorsOf } from '../../src/problems/sentences.ts';
import { Problem, type ProblemCode } from '../../src/problems.ts';
import { FIELD_ERRORS, PROBLEM_SAMPLES } from './samples.ts';

const command = OPERATOR_COMMANDS.find(({ name }) => name === 'booking set')!;
const problems = PROBLEM_SAMPLES.map(
  ({ code, data }) =>
    new (Problem as unknown as new (code: ProblemCode, data?: object) => Problem)(code, data),
);
const named = problems.map((problem) => [problem.message, problem] as const);

/** Expects one or more whole sentences that name all values. */
function expectSentence(text: string): void {
  expect(text).toMatch(/^\S.*[.?]( \([a-z_]+\))?$/);
  expect(text).not.toMatch(/undefined|\[object|\bNaN\b|(?<!or )\bnull\b|: \.|\.\.|\(\)| {2}/);
}

describe('each case of each problem', () => {
  test.each(named)('has a sentence for clients of REST: %s', (_, problem) => {
    expectSentence(problemDetailForRest(problem));
    expect(problemDetailForRest(problem)).not.toMatch(/--[a-z]/);
  });

  test.each(named)('has a sentence for agents and their programs: %s', (_, problem) => {
    for (const sentence of [agentSentence(problem), clientSentence(problem)]) {
      expectSentence(sentence);
      expect(sentence).not.toMatch(/--[a-z]|\b(GET|POST|PUT|PATCH|DELETE) (?!is)[a-z/…]/);
    }
  });

  test.each(named)('has a sentence for the command line: %s', (_, problem) => {
    const errors = errorsOf(problem).map((error) => presentFieldError(error, 'of REST'));
    const answer = { code: problem.code, detail: 'As REST says.', errors, data: presentData(problem.data) };
    const sentence = explainProblem(JSON.parse(JSON.stringify(answer)), command);
    expectSentence(sentence);
    expect(sentence).not.toMatch(/\b(GET|POST|PUT|PATCH|DELETE) (?!is)[a-z/…]|of REST/);
  });

  test.each(named)('has a sentence for channels and offers: %s', (_, problem) => {
    expectSentence(describeProblem(problem, PLAIN_READER));
  });

  test.each(named)('keeps its facts through a response: %s', (_, problem) => {
    const { errors: _errors, ...facts } = (problem.data ?? {}) as Record<string, unknown>;
    const sent = JSON.parse(JSON.stringify(presentData(problem.data) ?? {}));
    expect(parseData(sent)).toEqual(JSON.parse(JSON.stringify(facts)));
  });
});

describe('each rule for a member', () => {
  test.each(FIELD_ERRORS.map((error) => [error.rule, error] as const))('has a sentence: %s', (_, error) => {
    expectSentence(`${describeFieldError(error, REST_READER)}.`.replace('?.', '?'));
    expect(parseFieldError(JSON.parse(JSON.stringify(presentFieldError(error, 'm'))))).toEqual(error);
  });
});

test('no carrier takes a sentence of another one apart', () => {
  const carriers = [
    'http/problem-sentences',
    'http/problem-answers',
    'mcp/problem-sentences',
    'mcp/errors',
    'cli/problem-sentences',
  ];
  const rewriting = carriers.filter((file) => {
    const text = readFileSync(path.resolve(import.meta.dirname, `../../src/${file}.ts`), 'utf8');
    return /(detail|message|sentence|text)\)?\s*\.(replace|replaceAll|match|split|startsWith)\(/.test(text);
  });
  expect(rewriting).toEqual([]);
});
