// Fields for secrets of one form: what is typed and what is wrong, by the name of the field.
import type { Signal } from '@preact/signals';

type SecretFields<Name extends string> = {
  typed: Signal<Record<Name, string>>;
  errors: Signal<Partial<Record<Name, string>>>;
};

/** Returns the props of a field. Typing forgets what was wrong with the form. */
export function secretField<Name extends string>({ typed, errors }: SecretFields<Name>, name: Name) {
  const error = errors.value[name];
  return {
    value: typed.value[name],
    required: true,
    type: 'password' as const,
    ...(error !== undefined && { error }),
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      errors.value = {};
      typed.value = { ...typed.value, [name]: currentTarget.value };
    },
  };
}
