// What holds for everything that is printed: control characters are escaped, so that data cannot control the
// terminal, and a reader that stops reading ends the program without an error.

import { escapeControlCharacters } from '../model/control-characters.ts';

/**
 * From now on escapes all text that this process prints: answers, tables, errors, stack traces, help. Bytes
 * (Buffers) are not changed.
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

/** From now on ends this process without an error when the reader of its output is gone (`innwire … | head`). */
export function exitWhenReaderIsGone(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
