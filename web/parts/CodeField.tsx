// The field for a code of a second factor, which is asked for because somebody is waiting for it: it has the focus when it appears.
import type { Signal } from '@preact/signals';
import { Field } from './Field.tsx';

type CodeFieldProps = {
  label: string;
  help?: string;
  /** null = nothing is typed yet */
  code: Signal<string | null> | Signal<string>;
  /** why the last one was refused; typing removes it */
  error: Signal<string | null>;
  /** only the six digits of the app are taken; absent = also a recovery code */
  isOfApp?: boolean;
};

export function CodeField({ label, help, code, error, isOfApp = false }: CodeFieldProps) {
  return (
    <Field
      label={label}
      {...(help !== undefined && { help })}
      {...(isOfApp && { inputMode: 'numeric' as const })}
      autocomplete="one-time-code"
      maxLength={isOfApp ? 7 : 40}
      required
      takesFocus
      value={code.value ?? ''}
      {...(error.value !== null && { error: error.value })}
      onInput={({ currentTarget }) => {
        error.value = null;
        code.value = currentTarget.value;
      }}
    />
  );
}
