// A constant of an operation or tool has the name that the API gives it, so that one search finds both.
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tools } from '../../src/api/agent/tools/index.ts';
import { listProposalsTool } from '../../src/api/agent/tools/proposals.ts';
import { operatorOperations, publicOperations, sessionOperations } from '../../src/api/operations.ts';

const API = path.resolve(import.meta.dirname, '../../src/api');

type Declared = { file: string; constant: string; name: string };

async function exportedNamed(pattern: string, member: 'method' | 'run'): Promise<Declared[]> {
  const found: Declared[] = [];
  for (const file of globSync(pattern, { cwd: API }).map((name) => name.replaceAll('\\', '/'))) {
    const exports: Record<string, unknown> = await import(path.join(API, file));
    for (const [constant, value] of Object.entries(exports))
      if (
        typeof value === 'object' &&
        value !== null &&
        'kind' in value &&
        'name' in value &&
        member in value
      )
        found.push({ file, constant, name: String(value.name) });
  }
  return found;
}

test('the constant of an operation is the name of the operation with "Operation"', async () => {
  const declared = await exportedNamed('{operator,public,session}/*.ts', 'method');
  const served = new Set(
    [...publicOperations, ...operatorOperations, ...sessionOperations].map(({ name }) => name),
  );
  expect(new Set(declared.map(({ name }) => name))).toEqual(served);
  expect(declared.filter(({ constant, name }) => constant !== `${name}Operation`)).toEqual([]);
});

test('the constant of a tool is the name of the tool in camel case with "Tool"', async () => {
  const declared = await exportedNamed('agent/tools/*.ts', 'run');
  // Agents that only propose have one more.
  const served = [...tools, listProposalsTool];
  expect(new Set(declared.map(({ name }) => name))).toEqual(new Set(served.map(({ name }) => name)));
  const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  expect(declared.filter(({ constant, name }) => constant !== `${camelCase(name)}Tool`)).toEqual([]);
});
