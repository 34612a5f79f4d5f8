// What is printed cannot command the terminal it is printed on.

/**
 * Control characters (C0 but tab and line feed, DEL, C1) and the marks that change the direction of writing: a guest's name
 * could set the window's title, overwrite a line or run commands in some terminals (ECMA-48; Unicode UAX 9).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text with every such character written as `\u001b`, which in JSON is the same text. */
export function escapeControlCharacters(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * From now on everything that this process prints as text is harmless, whichever path it takes: answers, tables, errors,
 * stack traces, help. Bytes are left as they are.
 */
export function escapeTerminalOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
    stream.write = ((chunk: unknown, ...rest: unknown[]) =>
      write(
        typeof chunk === 'string' ? escapeControlCharacters(chunk) : chunk,
        ...rest,
      )) as typeof stream.write;
  }
}
