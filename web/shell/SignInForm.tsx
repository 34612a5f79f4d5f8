// The form to sign in: on its page, and above a screen whose session has ended.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { hasPasskeys, offerPasskeys, signInByPasskey } from '../desk/passkeys.ts';
import { ServerRefusal } from '../desk/server.ts';
import { type SignedIn, signIn } from '../desk/session.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { Check, Field } from '../parts/Field.tsx';
import { Banner } from '../parts/Notice.tsx';
import { useSignInCode } from './sign-in-code.tsx';

/** Phones have no mouse. */
export const isProbablyPhone = () => matchMedia('(pointer: coarse) and (max-width: 700px)').matches;

type Typed = { name: string; password: string };

/** Signs in with what is typed, and says what is wrong. */
function usePasswordSignIn(
  { typed, isPhone }: { typed: Signal<Typed>; isPhone: Signal<boolean> },
  onDone: (person: SignedIn) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const error = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const code = useSignInCode();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      onDone(await signIn({ ...typed.value, ...code.credentials(), is_phone: isPhone.value }));
    } catch (refusal) {
      if (code.takes(refusal)) return;
      error.value = signInProblem(refusal);
      form.current?.querySelector<HTMLInputElement>('[type=password]')?.select();
    } finally {
      isBusy.value = false;
    }
  };
  return { form, error, isBusy, code, submit };
}

/** `name`: who is expected. */
export function SignInForm({ name, onDone }: { name: string; onDone: (person: SignedIn) => void }) {
  const { signin } = messages();
  const typed = useSignal<Typed>({ name, password: '' });
  const isPhone = useSignal(isProbablyPhone());
  const { form, error, isBusy, code, submit } = usePasswordSignIn({ typed, isPhone }, onDone);
  usePasskeyOffer(isPhone, onDone);
  if (!isSecureContext) return <NotEncrypted />;
  return (
    <form ref={form} class="signin-form" onSubmit={submit}>
      <Field
        label={signin.name}
        name="username"
        autocomplete="username webauthn"
        required
        autoFocus={name === ''}
        value={typed.value.name}
        onInput={({ currentTarget }) => {
          code.forget();
          typed.value = { ...typed.value, name: currentTarget.value };
        }}
      />
      <Field
        label={signin.password}
        type="password"
        name="password"
        autocomplete="current-password"
        required
        autoFocus={name !== ''}
        value={typed.value.password}
        {...(error.value !== null && { error: error.value })}
        onInput={({ currentTarget }) => {
          error.value = null;
          typed.value = { ...typed.value, password: currentTarget.value };
        }}
      />
      {code.field}
      <PhoneCheck isPhone={isPhone} />
      <Button type="submit" kind="primary" disabled={isBusy.value}>
        {signin.submit}
      </Button>
      {hasPasskeys && <PasskeyButton isBusy={isBusy} isPhone={isPhone} onDone={onDone} error={error} />}
    </form>
  );
}

type PasskeyButtonProps = {
  isBusy: Signal<boolean>;
  isPhone: Signal<boolean>;
  onDone: (person: SignedIn) => void;
  error: Signal<string | null>;
};

function PasskeyButton({ isBusy, isPhone, onDone, error }: PasskeyButtonProps) {
  const { signin } = messages();
  const use = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      onDone(await signInByPasskey(() => isPhone.peek(), false));
    } catch (refusal) {
      const isKnown = refusal instanceof ServerRefusal || refusal instanceof TypeError;
      error.value = isKnown ? signInProblem(refusal) : signin.passkeyFailed;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Button icon="key" disabled={isBusy.value} onClick={() => void use()}>
      {signin.byPasskey}
    </Button>
  );
}

/** Offers passkeys in the field of the name as long as the form is shown. */
function usePasskeyOffer(isPhone: Signal<boolean>, onDone: (person: SignedIn) => void): void {
  useEffect(() => {
    const end = new AbortController();
    void offerPasskeys(end.signal, () => isPhone.peek(), onDone).catch(() => {});
    return () => end.abort();
  }, []);
}

/** Whether this is the person's own device, and how long it then stays signed in. */
export function PhoneCheck({ isPhone }: { isPhone: Signal<boolean> }) {
  const { signin } = messages();
  return (
    <div>
      <Check
        label={signin.ownDevice}
        checked={isPhone.value}
        onInput={({ currentTarget }) => {
          isPhone.value = currentTarget.checked;
        }}
      />
      <p class="help">{isPhone.value ? signin.staysOnOwn : signin.stays}</p>
    </div>
  );
}

/** Why nobody can sign in here, and what to do. */
export function NotEncrypted() {
  const { httpsTitle, https } = messages().signin;
  return (
    <Banner urgency="alert" icon="ban">
      <strong class="b">{httpsTitle}.</strong> {https}
    </Banner>
  );
}

/** Returns what to say after a failed attempt to sign in. */
export function signInProblem(error: unknown): string {
  if (!(error instanceof ServerRefusal)) return messages().signin.unreachable;
  return error.problem.code === 'https_required' ? messages().signin.https : error.problem.detail;
}
