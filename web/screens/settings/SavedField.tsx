// Fields of the settings: each saves itself when it is left, or at once where it is a choice. Who may not change it reads it as text.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { make } from '../../desk/changes.ts';
import { type ChangeRequest, type DeskProblem, problemOf } from '../../desk/server.ts';
import { useDraft } from '../../desk/use-draft.ts';
import { messages } from '../../language.ts';
import { BothValues } from '../../parts/BothValues.tsx';
import { Check, Field, type Option, Select } from '../../parts/Field.tsx';
import { showToast } from '../../parts/Toast.tsx';

/** What a field changes: `field` is the member that a refusal names. */
type SavedMember<Value = string> = {
  label: string;
  help?: string;
  value: Value;
  field: string;
  requestOf: (value: Value) => ChangeRequest;
  /** what is wrong with a text; null = nothing */
  wrong?: (text: string) => string | null;
  canEdit: boolean;
  onSaved?: () => void;
};

type SavedFieldProps = SavedMember & {
  type?: 'text' | 'email' | 'tel' | 'time' | 'date' | 'number';
  inputMode?: 'numeric' | 'decimal' | 'url';
  placeholder?: string;
  /** as it is read where it cannot be changed */
  shownAs?: string;
};

export function SavedField(props: SavedFieldProps) {
  const { label, help, value, canEdit, wrong, type = 'text', inputMode, placeholder, shownAs } = props;
  const draft = useDraft(value, async (written, base, present) => {
    if (present !== base && present === written) return { kind: 'saved' };
    if (present !== base) return { kind: 'conflict', theirs: present };
    const why = wrong?.(written) ?? (await saveMember(props, written, base));
    return why === null ? { kind: 'saved' } : { kind: 'refused', why };
  });
  const { text, error, conflict, write, putBack, leave, decide } = draft;
  if (!canEdit) return <ReadOnly label={label} value={shownAs ?? value} />;
  return (
    <div class="saved-field">
      <Field
        label={label}
        type={type}
        value={text}
        {...(inputMode && { inputMode })}
        {...(placeholder && { placeholder })}
        {...(help && { help })}
        {...(error !== null && { error })}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onBlur={() => void leave()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') (event.target as HTMLElement).blur();
          if (event.key === 'Escape' && putBack()) event.preventDefault();
        }}
      />
      {conflict && <BothValues {...conflict} onDecide={(chosen) => void decide(chosen)} />}
    </div>
  );
}

/** One of some choices, saved at once. */
export function SavedSelect({ options, ...member }: SavedMember & { options: readonly Option[] }) {
  const { label, help, value, canEdit } = member;
  const error = useSignal<string | null>(null);
  if (!canEdit)
    return <ReadOnly label={label} value={options.find((one) => one.value === value)?.label ?? value} />;
  return (
    <Select
      label={label}
      value={value}
      options={options}
      {...(help && { help })}
      {...(error.value !== null && { error: error.value })}
      onChange={async ({ currentTarget }) => {
        error.value = await saveMember(member, currentTarget.value, value);
        if (error.value !== null) currentTarget.value = value;
      }}
    />
  );
}

/** Yes or no, saved at once. `texts`: how it is read where it cannot be changed. */
export function SavedCheck({
  texts,
  ...member
}: SavedMember<boolean> & { texts: [yes: string, no: string] }) {
  const { label, value, canEdit } = member;
  if (!canEdit) return <p>{texts[value ? 0 : 1]}</p>;
  const save = async ({ currentTarget: box }: { currentTarget: HTMLInputElement }) => {
    const refused = await saveMember(member, !value, value);
    if (refused === null) return;
    showToast({ text: refused, refused: true });
    box.checked = value;
  };
  return <Check label={label} checked={value} onInput={(event) => void save(event)} />;
}

export function ReadOnly({ label, value }: { label: string; value: ComponentChildren }) {
  return (
    <div class="field">
      <span class="label">{label}</span>
      <span class="read-only">{value === '' ? messages().houseSettings.none : value}</span>
    </div>
  );
}

/** Saves a value, with the one before as the way back. Returns why it was refused; null = it is saved. */
async function saveMember<Value>(
  { label, field, requestOf, onSaved }: SavedMember<Value>,
  value: Value,
  before: Value,
): Promise<string | null> {
  let refused: DeskProblem | null = null;
  const outcome = await make(
    {
      done: messages().houseSettings.saved(label),
      request: requestOf(value),
      undo: () => requestOf(before),
    },
    {
      onRefused: (problem) => {
        refused = problem;
      },
    },
  );
  if (outcome.ok) {
    onSaved?.();
    return null;
  }
  return refused ? problemOf(refused, field) : messages().unreachable;
}
