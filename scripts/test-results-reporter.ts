// Reporter of vitest that writes the results of all tests as JSON to the file in TEST_RESULTS: read by run-tests.ts.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export type TestResults = {
  files: FileResults[];
  /** number of errors outside of tests, such as rejections that nobody handles */
  otherErrors: number;
};

export type FileResults = {
  file: string;
  ok: boolean;
  /** names of failed tests; none in a file that could not be loaded or whose hook failed */
  failed: string[];
  passed: string[];
};

export default class TestResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], otherErrors: readonly unknown[]): void {
    const results: TestResults = { files: modules.map(resultsOf), otherErrors: otherErrors.length };
    writeFileSync(process.env['TEST_RESULTS']!, JSON.stringify(results));
  }
}

function resultsOf(module: TestModule): FileResults {
  const names = (state: 'failed' | 'passed') =>
    [...module.children.allTests(state)].map(({ fullName }) => fullName);
  return {
    file: module.relativeModuleId,
    ok: module.ok(),
    failed: names('failed'),
    passed: names('passed'),
  };
}
