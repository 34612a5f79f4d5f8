// The page of a link that signs in once: an invitation, or the way back after a lost password.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { MIN_PASSWORD_LENGTH } from '../../../src/model/staff.ts';
import { ServerRefusal } from '../../desk/server.ts';
import { type LinkHolder, person, readLink, renameSelf, signIn } from '../../desk/session.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { Banner } from '../../parts/Notice.tsx';
import { showToast } from '../../parts/Toast.tsx';
import { BASE, goTo } from '../../router.ts';
import { BarePage } from '../../shell/BarePage.tsx';
import { isProbablyPhone, NotEncrypted, PhoneCheck, signInProblem } from '../../shell/SignInForm.tsx';
import { useSignInCode } from '../../shell/sign-in-code.tsx';
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
  const holder = useSignal<LinkHolder | null>(null);
  useEffect(() => {
    // Where everybody on the way could read it, the secret is not sent.
    if (!isSecureContext) return;
    readLink(secret).then(
      (answer) => {
        holder.value = answer;
      },
      (refusal) => {
        if (refusal instanceof ServerRefusal && refusal.problem.code === 'link_not_valid') onNotValid();
      },
    );
  }, [secret]);
  return (
    <>
      <h1 class="t20 b">{holder.value ? greetingOf(holder.value) : welcome.title}</h1>
      <p class="ink2">{welcome.about}</p>
      {before !== undefined && (
        <Banner urgency="warn" icon="user">
          {welcome.signedIn(before)}
        </Banner>
      )}
      {isSecureContext ? (
        <LinkForm secret={secret} asksName={holder.value?.is_first_owner ?? false} onNotValid={onNotValid} />
      ) : (
        <NotEncrypted />
      )}
    </>
  );
}

/** Returns who is welcome where; nobody has given the first owner a name yet. */
function greetingOf({ name, properties, is_first_owner: isFirst }: LinkHolder): string {
  const { title, greeting } = messages().welcome;
  const [place = null, another] = properties;
  return isFirst ? title : greeting(name, another === undefined ? place : null);
}

type LinkFormProps = { secret: string; asksName: boolean; onNotValid: () => void };

function LinkForm({ secret, asksName, onNotValid }: LinkFormProps) {
  const { welcome } = messages();
  const name = useSignal('');
  const password = useSignal('');
  const isPhone = useSignal(isProbablyPhone());
  const error = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const code = useSignInCode();
  const missing = MIN_PASSWORD_LENGTH - [...password.value].length;
  const use = async (chosen: { password: string } | null) => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await signIn({ secret, is_phone: isPhone.value, ...chosen, ...code.credentials() });
      // Signed in already: a name that is refused can be changed under People.
      if (asksName && name.value.trim() !== '') await renameSelf(name.value.trim()).catch(showRefusedName);
      goTo(BASE, { replace: true });
    } catch (refusal) {
      isBusy.value = false;
      if (code.takes(refusal)) return;
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
      {asksName && <NameField name={name} />}
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
      {code.field}
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

function showRefusedName(error: unknown): void {
  const why = error instanceof ServerRefusal ? error.problem.detail : messages().unreachable;
  showToast({ text: `${messages().people.name}: ${why}`, refused: true });
}

function NameField({ name }: { name: Signal<string> }) {
  const { welcome } = messages();
  return (
    <Field
      label={welcome.name}
      autocomplete="name"
      maxLength={100}
      value={name.value}
      help={welcome.nameHelp}
      onInput={({ currentTarget }) => {
        name.value = currentTarget.value;
      }}
    />
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
