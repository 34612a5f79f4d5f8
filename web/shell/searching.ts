// Whether the search is open: the head, the keyboard and the search itself share it.
import { signal } from '@preact/signals';

export const isSearching = signal(false);
