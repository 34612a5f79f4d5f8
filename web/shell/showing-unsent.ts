// Whether the list of unsent changes is open: `leaving` = before somebody signs out, who would lose them.
import { signal } from '@preact/signals';

export const showingUnsent = signal<'list' | 'leaving' | null>(null);
