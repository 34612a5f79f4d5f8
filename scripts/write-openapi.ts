// Writes openapi.json and openapi.operator.json, the committed descriptions of both
// APIs. Run it after changing an operation.
import { writeFile } from 'node:fs/promises';
import { describeApi } from '../src/api/openapi.ts';

/** The committed descriptions only name the server that they are read from. */
const SERVER = '/';

/** Returns the contents of each file. */
export function descriptions(): Record<string, string> {
  const write = (description: object) => `${JSON.stringify(description, null, 2)}\n`;
  return {
    'openapi.json': write(describeApi('public', SERVER)),
    'openapi.operator.json': write(describeApi('operator', SERVER)),
  };
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(descriptions())) {
    await writeFile(new URL(`../${file}`, import.meta.url), text);
  }
}
