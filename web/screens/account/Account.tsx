// The person's own account: the devices that are signed in, the password, passkeys, the second factor, and the PIN of a shared screen.
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Static } from 'typebox';
import type { sessionSchema } from '../../../src/api/session/records.ts';
import { make } from '../../desk/changes.ts';
import { useReadOnFocus } from '../../desk/read-on-focus.ts';
import { problemOf, read } from '../../desk/server.ts';
import { person, readPerson } from '../../desk/session.ts';
import { formatAgo } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { goTo } from '../../router.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Pin } from './Pin.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { ThisScreen } from './ThisScreen.tsx';
import '../people/people.css';
import { secretField } from './secret-field.ts';

export function Account() {
  const isVisitor = person.value === null;
  useEffect(() => {
    if (isVisitor) goTo('/desk/signin', { replace: true });
  }, [isVisitor]);
  return (
    <>
      <PageHead title={messages().screens.account} about={person.value?.name} />
      <main id="content" class="page account">
        {person.value && (
          // What one person has typed, and the secrets that one was shown, are not for the next.
          <Fragment key={person.value.user_id}>
            <Devices />
            <Password />
            <Passkeys />
            <SecondFactor />
            <Pin />
            <ThisScreen />
          </Fragment>
        )}
      </main>
    </>
  );
}

type Device = Static<typeof sessionSchema>;

function Devices() {
  const { account, unreachable } = messages();
  const devices = useSignal<readonly Device[]>([]);
  const hasFailed = useSignal(false);
  const reload = () => {
    read<Device[]>('/session/devices').then(
      (all) => {
        devices.value = all;
        hasFailed.value = false;
      },
      () => {
        hasFailed.value = true;
      },
    );
  };
  useEffect(reload, []);
  useReadOnFocus(reload);
  const signOut = async ({ session_id: id }: Device) => {
    const request = { method: 'DELETE', path: `/session/devices/${id}` } as const;
    const outcome = await make<Device[]>({ done: account.signedOut, request });
    if (outcome.ok) devices.value = outcome.data;
  };
  return (
    <section>
      <h2>{account.devices}</h2>
      <p class="ink2">{hasFailed.value ? unreachable : account.devicesAbout}</p>
      <ul>
        {devices.value.map((device) => (
          <li key={device.session_id} class="person">
            <Icon name={device.is_phone ? 'user' : 'house'} />
            <div class="grow">
              <p class="m cut">{device.device}</p>
              <p class="t12 ink3">{aboutDevice(device)}</p>
            </div>
            {!device.is_current && (
              <Button small onClick={() => void signOut(device)}>
                {account.signOut}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function aboutDevice(device: Device): string {
  const { is_current: isCurrent, is_phone: isPhone, last_seen_at: seenAt } = device;
  const { account } = messages();
  const used = account.used(formatAgo(Date.now() - Date.parse(seenAt)));
  return [
    isCurrent ? account.thisDevice : used,
    isPhone && account.phone,
    device.is_shared_screen && account.sharedScreen,
    device.began_with === 'pin' && account.byPin,
    device.began_with === 'passkey' && account.byPasskey,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Password() {
  const { account, welcome } = messages();
  const typed = useSignal({ current: '', next: '' });
  const errors = useSignal<Record<string, string>>({});
  const hasOne = person.value?.has_password ?? false;
  const submit = async (event: Event) => {
    event.preventDefault();
    const { current, next } = typed.value;
    const body = { new_password: next, ...(hasOne && { current_password: current }) };
    const request = { method: 'POST', path: '/session/password', body } as const;
    const outcome = await make(
      { done: account.saved, request },
      {
        onRefused: (problem) => {
          errors.value =
            problem.code === 'wrong_password'
              ? { current: problem.detail }
              : { next: problemOf(problem, 'new_password') };
        },
      },
    );
    if (!outcome.ok) return;
    typed.value = { current: '', next: '' };
    await readPerson().catch(() => {});
  };
  const field = (name: 'current' | 'next') => secretField({ typed, errors }, name);
  return (
    <section>
      <h2>{hasOne ? account.changePassword : account.setPassword}</h2>
      <p class="ink2">{account.othersOut}</p>
      <form onSubmit={submit}>
        {hasOne && <Field label={account.current} autocomplete="current-password" {...field('current')} />}
        <Field
          label={account.next}
          help={welcome.passwordHelp}
          autocomplete="new-password"
          {...field('next')}
        />
        <Button type="submit" kind="primary">
          {account.save}
        </Button>
      </form>
    </section>
  );
}
