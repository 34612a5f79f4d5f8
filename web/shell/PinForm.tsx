// The form that asks a person of a shared screen for the PIN.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { MAX_PIN_LENGTH } from '../../src/model/staff.ts';
import { type ScreenUser, switchPerson } from '../desk/shared-screen.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { SignInForm, signInProblem } from './SignInForm.tsx';

/** Asks for the PIN; who has none, or typed a wrong one too often, is asked for the password. `onDone`: the person has the screen. */
export function PinForm({ user, onDone }: { user: ScreenUser; onDone: () => void }) {
  const { signin } = messages();
  const usesPassword = useSignal(false);
  if (user.has_pin && !user.is_locked && !usesPassword.value)
    return <AskPin user={user} onDone={onDone} onPassword={() => (usesPassword.value = true)} />;
  return (
    <>
      {user.is_locked && <p class="help bad">{signin.pinLocked}</p>}
      {!user.has_pin && <p class="help">{signin.noPin(user.name)}</p>}
      <SignInForm name={user.name} onDone={onDone} />
    </>
  );
}

type AskPinProps = { user: ScreenUser; onDone: () => void; onPassword: () => void };

function AskPin({ user, onDone, onPassword }: AskPinProps) {
  const { signin } = messages();
  const form = useRef<HTMLFormElement>(null);
  const pin = useSignal('');
  const error = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value || pin.value === '') return;
    isBusy.value = true;
    try {
      await switchPerson(user.user_id, pin.value);
      onDone();
    } catch (refusal) {
      error.value = signInProblem(refusal);
      form.current?.querySelector('input')?.select();
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form ref={form} class="signin-form" onSubmit={submit}>
      <Field
        label={signin.pinOf(user.name)}
        type="password"
        inputMode="numeric"
        autocomplete="off"
        required
        takesFocus
        maxLength={MAX_PIN_LENGTH}
        value={pin.value}
        {...(error.value !== null && { error: error.value })}
        onInput={({ currentTarget }) => {
          error.value = null;
          pin.value = currentTarget.value;
        }}
      />
      <Button type="submit" kind="primary" disabled={isBusy.value}>
        {signin.goOn}
      </Button>
      <p>
        <button type="button" class="link" onClick={onPassword}>
          {signin.withPassword}
        </button>
      </p>
    </form>
  );
}
