// The person's PIN for screens that several people share.
import { useSignal } from '@preact/signals';
import { MAX_PIN_LENGTH } from '../../../src/model/staff.ts';
import { make } from '../../desk/changes.ts';
import { problemOf } from '../../desk/server.ts';
import { person, readPerson } from '../../desk/session.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { secretField } from './secret-field.ts';

const NOTHING = { pin: '', password: '' };

/** What is wrong with the fields. */
type Wrong = { pin?: string; password?: string };

export function Pin() {
  const { account } = messages();
  const typed = useSignal(NOTHING);
  const errors = useSignal<Wrong>({});
  const { has_password: hasPassword = false, has_pin: hasPin = false } = person.value ?? {};
  const store = async (pin: string | null) => {
    const problem = await storePin(pin, hasPassword ? typed.value.password : null);
    if (problem) errors.value = problem;
    else typed.value = NOTHING;
  };
  const field = (name: 'pin' | 'password') => secretField({ typed, errors }, name);
  const submit = (event: Event) => {
    event.preventDefault();
    void store(typed.value.pin);
  };
  return (
    <section>
      <h2>{account.pin}</h2>
      <p class="ink2">{account.pinAbout}</p>
      <form onSubmit={submit}>
        <Field
          label={hasPin ? account.newPin : account.choosePin}
          help={account.pinHelp}
          inputMode="numeric"
          autocomplete="off"
          maxLength={MAX_PIN_LENGTH}
          {...field('pin')}
        />
        {hasPassword && (
          <Field label={account.passwordForPin} autocomplete="current-password" {...field('password')} />
        )}
        <div class="row wrap">
          <Button type="submit">{account.savePin}</Button>
          {hasPin && <Button onClick={() => void store(null)}>{account.removePin}</Button>}
        </div>
      </form>
    </section>
  );
}

/** Stores a PIN; null takes it away. Returns what is wrong, or null. */
async function storePin(pin: string | null, password: string | null): Promise<Wrong | null> {
  const { account } = messages();
  const body = { pin, ...(password !== null && { current_password: password }) };
  const request = { method: 'PUT', path: '/session/pin', body } as const;
  let wrong: Wrong | null = null;
  const outcome = await make(
    { done: pin === null ? account.pinRemoved : account.pinSaved, request },
    {
      onRefused: (problem) => {
        const isPassword = problem.code === 'wrong_password';
        wrong = isPassword ? { password: problem.detail } : { pin: problemOf(problem, 'pin') };
      },
    },
  );
  if (outcome.ok) await readPerson().catch(() => {});
  return outcome.ok ? null : (wrong ?? {});
}
