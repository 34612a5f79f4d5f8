// Escapes control characters in the simulator's output: names and texts come over HTTP from any client, and
// would otherwise control the terminal.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * From this call on, stdout and stderr print control and text-direction characters as escapes like `\u001b`.
 */
export function escapeTerminalOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
    stream.write = ((chunk: unknown, ...rest: unknown[]) =>
      write(typeof chunk === 'string' ? escapeControls(chunk) : chunk, ...rest)) as typeof stream.write;
  }
}

function escapeControls(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
