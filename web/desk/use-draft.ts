// The text of a field that saves itself: what the person writes, and what is shown if somebody else changed it meanwhile.
import { useSignal } from '@preact/signals';

/** What became of a text. `refused`: why it is not saved; null = nothing can be said. `theirs`: the value that somebody else gave the field. */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'refused'; why: string | null }
  | { kind: 'conflict'; theirs: string };

/** What the person is writing. `base`: the value that it began with. */
type Draft = { base: string; text: string };

/** Returns the text of a field with what its events do. `save` stores a text if the field still has the value `base`. */
export function useDraft(value: string, save: (text: string, base: string) => Promise<SaveOutcome>) {
  const draft = useSignal<Draft | null>(null);
  const conflict = useSignal<{ mine: string; theirs: string } | null>(null);
  const error = useSignal<string | null>(null);
  const attempt = async (text: string, base: string) => {
    const outcome = await save(text, base);
    if (outcome.kind === 'refused') error.value = outcome.why;
    else if (outcome.kind === 'conflict') conflict.value = { mine: text, theirs: outcome.theirs };
    // A refused text stays in the field.
    else draft.value = null;
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
      const written = draft.value;
      if (!written || conflict.value) return;
      const text = written.text.trim();
      if (text === written.base.trim()) draft.value = null;
      else await attempt(text, written.base);
    },
    decide: async (text: string) => {
      const { theirs } = conflict.value!;
      conflict.value = null;
      if (text === theirs) draft.value = null;
      else await attempt(text, theirs);
    },
  };
}
