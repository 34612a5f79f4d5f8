// Whether the list of unsent changes is open: `leaving` = before somebody signs out, who would lose them.
import { signal } from '@preact/signals';

export const showingUnsent = signal<'list' | 'leaving' | null>(null);

/** Properties with rates that are begun and not sent, as whoever signs out would lose them. */
export const begunRates = signal<readonly number[]>([]);
