// The person's second factor: codes of an app on the phone, and recovery codes.
import { useSignal } from '@preact/signals';
import type { Static } from 'typebox';
import type { recoveryCodesSchema, secondFactorSecretSchema } from '../../../src/api/session/records.ts';
import { make } from '../../desk/changes.ts';
import { type ChangeRequest, type DeskProblem, newKey, ServerRefusal, send } from '../../desk/server.ts';
import { person, readPerson } from '../../desk/session.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { CodeField } from '../../parts/CodeField.tsx';
import { Field } from '../../parts/Field.tsx';
import { Banner } from '../../parts/Notice.tsx';
import { QrCode } from '../../parts/QrCode.tsx';
import { useQrCode } from '../../parts/qr-code.ts';
import { CopyButton } from '../../parts/Secret.tsx';
import { showToast } from '../../parts/Toast.tsx';
import { printPage } from '../../print.tsx';
import { secretField } from './secret-field.ts';

type AppSecret = Static<typeof secondFactorSecretSchema>;
type MadeCodes = Static<typeof recoveryCodesSchema>;

const PATH = '/session/second-factor';

export function SecondFactor() {
  const { account } = messages();
  const secret = useSignal<AppSecret | null>(null);
  const codes = useSignal<readonly string[] | null>(null);
  const areLost = useSignal(false);
  const showCodes = (made: readonly string[]) => {
    secret.value = null;
    codes.value = made;
    areLost.value = false;
    void readPerson().catch(() => {});
  };
  // The answer with the codes was lost, or another device was faster: what is so now decides what is shown.
  const lookAgain = async ({ isLost }: { isLost: boolean }) => {
    const now = await readPerson().catch(() => null);
    if (!now) return;
    if (isLost) areLost.value = now.has_second_factor;
    secret.value = null;
  };
  const { has_second_factor: isOn = false, recovery_codes_left: left = 0 } = person.value ?? {};
  return (
    <section>
      <h2>{account.secondFactor}</h2>
      <p class="ink2">{isOn ? account.secondFactorOn(left) : account.secondFactorAbout}</p>
      {areLost.value && isOn && !codes.value && (
        <Banner urgency="warn" icon="warn">
          {account.codesLost}
        </Banner>
      )}
      {codes.value ? (
        <RecoveryCodes
          codes={codes.value}
          onKept={() => {
            codes.value = null;
            areLost.value = false;
          }}
        />
      ) : isOn ? (
        <WhenOn onCodes={showCodes} onUnknown={lookAgain} />
      ) : secret.value ? (
        <EnterFirstCode secret={secret.value} onCodes={showCodes} onUnknown={lookAgain} />
      ) : (
        <Begin
          onSecret={(made) => {
            secret.value = made;
          }}
          onUnknown={lookAgain}
        />
      )}
    </section>
  );
}

type Wrong = { password?: string; code?: string };

/** Returns what a refusal says of the fields. */
function wrongOf({ code, detail }: DeskProblem): Wrong {
  return code === 'wrong_password' ? { password: detail } : { code: detail };
}

/** `onUnknown`: what is shown may not be so any more. `isLost`: no answer came, which may have had codes. */
type PartProps = { onUnknown: (answer: { isLost: boolean }) => Promise<void> };

function Begin({ onSecret, onUnknown }: PartProps & { onSecret: (secret: AppSecret) => void }) {
  const { account } = messages();
  const typed = useSignal({ password: '' });
  const errors = useSignal<{ password?: string }>({});
  const hasPassword = person.value?.has_password ?? false;
  const begin = async (event: Event) => {
    event.preventDefault();
    const body = hasPassword ? { current_password: typed.value.password } : {};
    const outcome = await make<AppSecret>(
      { done: '', quiet: true, request: { method: 'POST', path: `${PATH}/secret`, body } },
      {
        onRefused: ({ code, detail }) => {
          errors.value = { password: detail };
          if (code === 'second_factor_on') void onUnknown({ isLost: false });
        },
      },
    );
    if (outcome.ok) onSecret(outcome.data);
  };
  return (
    <form onSubmit={(event) => void begin(event)}>
      {hasPassword && (
        <Field
          label={account.passwordForSecondFactor}
          autocomplete="current-password"
          {...secretField({ typed, errors }, 'password')}
        />
      )}
      {!hasPassword && errors.value.password && <p class="help bad">{errors.value.password}</p>}
      <Button type="submit">{account.beginSecondFactor}</Button>
    </form>
  );
}

/**
 * Sends a request whose answer has codes, once: a lost answer cannot be asked for again. Returns the codes, or why there are none; null = no
 * answer came.
 */
async function askForCodes(request: ChangeRequest): Promise<MadeCodes | DeskProblem | null> {
  try {
    return (await send<MadeCodes>(request, newKey())).data;
  } catch (error) {
    return error instanceof ServerRefusal && error.status < 500 ? error.problem : null;
  }
}

type CodesProps = PartProps & { onCodes: (codes: readonly string[]) => void };

function EnterFirstCode({ secret: { secret, uri }, onCodes, onUnknown }: CodesProps & { secret: AppSecret }) {
  const { account } = messages();
  const drawing = useQrCode(uri);
  const code = useSignal('');
  const error = useSignal<string | null>(null);
  const busy = useSignal(false);
  const enable = async (event: Event) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    const answer = await askForCodes({ method: 'POST', path: PATH, body: { code: code.value } });
    busy.value = false;
    if (answer && 'recovery_codes' in answer) {
      showToast({ text: account.secondFactorDone });
      onCodes(answer.recovery_codes);
      return;
    }
    error.value = answer?.detail ?? messages().unreachable;
    if (!answer || answer.code === 'second_factor_on' || answer.code === 'second_factor_missing')
      await onUnknown({ isLost: !answer });
  };
  return (
    <form onSubmit={(event) => void enable(event)}>
      <p>{account.scanCode}</p>
      <QrCode drawing={drawing} label={account.codeOfSecret} />
      <p class="help">{account.typeSecret}</p>
      <p class="row wrap">
        <code class="to-copy">{secret.match(/.{1,4}/g)!.join(' ')}</code>
        <CopyButton text={secret} label={account.codeOfSecret} />
      </p>
      <CodeField label={account.codeOfApp} isOfApp code={code} error={error} />
      <Button type="submit" kind="primary" disabled={busy.value}>
        {account.enable}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { account } = messages();
  const list = (
    <ol class="recovery-codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
  );
  const title = account.recoveryCodesOf(person.value?.name ?? '');
  const print = () =>
    printPage(
      title,
      <>
        <h1>{title}</h1>
        <p>{account.recoveryCodesAbout}</p>
        {list}
      </>,
    );
  return (
    <div class="secret">
      <h3 class="b">{account.recoveryCodes}</h3>
      <p class="ink2">{account.recoveryCodesAbout}</p>
      {list}
      <div class="row wrap">
        <CopyButton text={codes.join('\n')} primary />
        <Button icon="print" onClick={print}>
          {account.printCodes}
        </Button>
        <Button onClick={onKept}>{account.codesKept}</Button>
      </div>
    </div>
  );
}

function WhenOn({ onCodes, onUnknown }: CodesProps) {
  const { account, signin } = messages();
  const typed = useSignal({ code: '', password: '' });
  const errors = useSignal<Wrong>({});
  const hasPassword = person.value?.has_password ?? false;
  const onRefused = (problem: DeskProblem) => {
    errors.value = wrongOf(problem);
    if (problem.code === 'second_factor_missing') void onUnknown({ isLost: false });
  };
  const busy = useSignal(false);
  const replace = async () => {
    busy.value = true;
    const body = { code: typed.value.code };
    const answer = await askForCodes({ method: 'POST', path: `${PATH}/recovery-codes`, body });
    busy.value = false;
    if (answer && 'recovery_codes' in answer) {
      showToast({ text: account.codesReplaced });
      onCodes(answer.recovery_codes);
      return;
    }
    if (answer) return onRefused(answer);
    errors.value = { code: messages().unreachable };
    await onUnknown({ isLost: true });
  };
  const disable = async (event: Event) => {
    event.preventDefault();
    const { code, password } = typed.value;
    const body = { code, ...(hasPassword && { current_password: password }) };
    const request = { method: 'POST', path: `${PATH}/off`, body } as const;
    const outcome = await make({ done: account.secondFactorGone, request }, { onRefused });
    if (outcome.ok) await readPerson().catch(() => {});
  };
  const field = (name: 'code' | 'password') => secretField({ typed, errors }, name);
  return (
    <form onSubmit={(event) => void disable(event)}>
      <Field
        label={account.codeOfApp}
        help={signin.codeHelp}
        autocomplete="one-time-code"
        {...field('code')}
        type="text"
      />
      {hasPassword && (
        <Field label={account.passwordToDisable} autocomplete="current-password" {...field('password')} />
      )}
      <div class="row wrap">
        <Button disabled={typed.value.code === '' || busy.value} onClick={() => void replace()}>
          {account.newCodes}
        </Button>
        <Button type="submit" kind="danger" disabled={busy.value}>
          {account.disable}
        </Button>
      </div>
    </form>
  );
}
