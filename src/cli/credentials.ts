// Credentials of a channel, from options, files or the standard input. Error messages never repeat a value.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { StartError } from '../db/start-error.ts';

/** Splits `NAME=TEXT`. Throws StartError when it is not of this form. */
export function parseCredential(text: string): [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new StartError(
      'A --credential is not NAME=TEXT, NAME=@FILE or NAME=- (a line of the standard input).',
    );
  return [name, value];
}

/**
 * Returns credentials by name: of `@FILE` the contents of the file, of `-` a line of the standard input. Null
 * when there are none.
 */
export async function readCredentials(
  given: readonly (readonly [name: string, value: string])[],
): Promise<Record<string, string> | null> {
  if (given.length === 0) return null;
  const credentials: Record<string, string> = {};
  let lines: AsyncIterator<string> | undefined;
  for (const [name, value] of given) {
    if (value === '-') {
      lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
      if (process.stdin.isTTY) process.stderr.write(`${name}: `);
      const { value: line } = await lines.next();
      if (!line) throw new StartError(`The standard input ended before ${name}.`);
      credentials[name] = line;
    } else credentials[name] = value.startsWith('@') ? await readSecretFile(value.slice(1)) : value;
  }
  await lines?.return?.();
  return credentials;
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new StartError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
