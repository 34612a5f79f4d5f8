// The page of a link that signs in once: an invitation, or the way back after a lost password.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { MIN_PASSWORD_LENGTH } from '../../../src/model/staff.ts';
import { ServerRefusal } from '../../desk/server.ts';
import { person, signIn } from '../../desk/session.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { Banner } from '../../parts/Notice.tsx';
import { BASE, goTo } from '../../router.ts';
import { BarePage } from '../../shell/BarePage.tsx';
import { isProbablyPhone, NotEncrypted, PhoneCheck, signInProblem } from '../../shell/SignInForm.tsx';
import '../../styles/signin.css';

export function Welcome() {
  // What stands behind # never reaches a server by itself.
  const secret = useRef(location.hash.slice(1)).current;
  const isValid = useSignal(secret !== '');
  return (
    <BarePage>
      <div class="signin">
        {isValid.value ? (
          <UseLink
            secret={secret}
            onNotValid={() => {
              isValid.value = false;
            }}
          />
        ) : (
          <NotValid />
        )}
      </div>
    </BarePage>
  );
}

function UseLink({ secret, onNotValid }: { secret: string; onNotValid: () => void }) {
  const { welcome } = messages();
  const before = useRef(person.peek()?.name).current;
  return (
    <>
      <h1 class="t20 b">{welcome.title}</h1>
      <p class="ink2">{welcome.about}</p>
      {before !== undefined && (
        <Banner urgency="warn" icon="user">
          {welcome.signedIn(before)}
        </Banner>
      )}
      {isSecureContext ? <LinkForm secret={secret} onNotValid={onNotValid} /> : <NotEncrypted />}
    </>
  );
}

function LinkForm({ secret, onNotValid }: { secret: string; onNotValid: () => void }) {
  const { welcome } = messages();
  const password = useSignal('');
  const isPhone = useSignal(isProbablyPhone());
  const error = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const missing = MIN_PASSWORD_LENGTH - [...password.value].length;
  const use = async (chosen: { password: string } | null) => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await signIn({ secret, is_phone: isPhone.value, ...chosen });
      goTo(BASE, { replace: true });
    } catch (refusal) {
      isBusy.value = false;
      if (refusal instanceof ServerRefusal && refusal.problem.code === 'link_not_valid') onNotValid();
      else error.value = signInProblem(refusal);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (missing > 0) error.value = welcome.tooShort(missing);
    else void use({ password: password.value });
  };
  return (
    <form class="signin-form" onSubmit={submit}>
      <Field
        label={welcome.password}
        type="password"
        autocomplete="new-password"
        autoFocus
        value={password.value}
        help={password.value !== '' && missing > 0 ? welcome.tooShort(missing) : welcome.passwordHelp}
        {...(error.value !== null && { error: error.value })}
        onInput={({ currentTarget }) => {
          error.value = null;
          password.value = currentTarget.value;
        }}
      />
      <PhoneCheck isPhone={isPhone} />
      <Button type="submit" kind="primary" disabled={isBusy.value}>
        {welcome.withPassword}
      </Button>
      <Button disabled={isBusy.value} onClick={() => void use(null)}>
        {welcome.without}
      </Button>
      <p class="help">{welcome.withoutHelp}</p>
    </form>
  );
}

function NotValid() {
  const { welcome } = messages();
  return (
    <>
      <h1 class="t20 b">{welcome.notValid}</h1>
      <p class="ink2">{welcome.whyNotValid}</p>
      <p>{welcome.whatToDo}</p>
      <p class="ink2">
        {welcome.ownersToo} <code class="nowrap">innwire user link</code>
      </p>
      <p>
        <a class="btn" href="/desk/signin">
          {welcome.withPasswordInstead}
        </a>
      </p>
    </>
  );
}
