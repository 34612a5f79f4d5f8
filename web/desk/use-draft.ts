// The text of a field that saves itself: what the person writes, and what is shown if somebody else changed it meanwhile.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

/** What became of a text. `refused`: why it is not saved; null = nothing can be said. `theirs`: the value that somebody else gave the field. */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'refused'; why: string | null }
  | { kind: 'conflict'; theirs: string };

/** What the person is writing. `base`: the value that it began with. */
type Draft = { base: string; text: string };

/**
 * Stores a text if the field still has the value `base`. `present`: the field's value as far as it is known; what this device has just saved
 * counts before the copy has it.
 */
type Save = (text: string, base: string, present: string) => Promise<SaveOutcome>;

/**
 * Returns the save of a field as it is now: one that waits for the save before is made with what is known then, and the value before that
 * save, which the copy may still have, is no change of somebody else.
 */
function useLatestSave(value: string, save: Save) {
  const latest = useRef({ value, save });
  latest.current = { value, save };
  /** the value before the last save, until the copy has another one */
  const outdated = useRef<string | null>(null);
  if (value !== outdated.current) outdated.current = null;
  return async (text: string, base: string) => {
    const known = latest.current.value;
    const outcome = await latest.current.save(text, base, known === outdated.current ? base : known);
    if (outcome.kind === 'saved' && latest.current.value === known) outdated.current = known;
    return outcome;
  };
}

/** Returns the text of a field with what its events do. */
export function useDraft(value: string, save: Save) {
  const saveLatest = useLatestSave(value, save);
  const draft = useSignal<Draft | null>(null);
  const conflict = useSignal<{ mine: string; theirs: string } | null>(null);
  const error = useSignal<string | null>(null);
  const saving = useRef<Promise<void>>(Promise.resolve());
  const attempt = (text: string, base: string) => {
    saving.current = saveNow(text, base);
    return saving.current;
  };
  const saveNow = async (text: string, base: string) => {
    const outcome = await saveLatest(text, base);
    // The person may have written on while it was saved.
    const written = draft.value?.text ?? text;
    // A refused text stays in the field.
    if (outcome.kind === 'refused') error.value = outcome.why;
    else if (outcome.kind === 'conflict') conflict.value = { mine: written.trim(), theirs: outcome.theirs };
    else draft.value = written.trim() === text ? null : { base: text, text: written };
  };
  return {
    text: draft.value?.text ?? value,
    error: error.value,
    conflict: conflict.value,
    begin: () => {
      draft.value ??= { base: value, text: value };
    },
    write: (text: string) => {
      draft.value = { base: draft.value?.base ?? value, text };
      error.value = null;
    },
    /** Returns whether anything was written. */
    putBack: () => {
      const written = draft.value;
      if (!written || written.text === written.base) return false;
      draft.value = { ...written, text: written.base };
      error.value = null;
      return true;
    },
    leave: async () => {
      // What is being saved is what the next text begins with.
      await saving.current;
      const written = draft.value;
      if (!written || conflict.value) return;
      const text = written.text.trim();
      if (text === written.base.trim()) draft.value = null;
      else await attempt(text, written.base);
    },
    decide: async (text: string) => {
      const { theirs } = conflict.value!;
      conflict.value = null;
      draft.value = text === theirs ? null : { base: theirs, text };
      if (text !== theirs) await attempt(text, theirs);
    },
  };
}
