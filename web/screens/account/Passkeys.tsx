// The person's passkeys: adding one to this device, renaming and removing them.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { make } from '../../desk/changes.ts';
import { addPasskey, hasPasskeys, type Passkey } from '../../desk/passkeys.ts';
import { read, ServerRefusal } from '../../desk/server.ts';
import { person } from '../../desk/session.ts';
import { formatAgo } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';

type Shown = (passkeys: readonly Passkey[]) => void;

export function Passkeys() {
  const { account } = messages();
  const passkeys = useSignal<readonly Passkey[]>([]);
  const show: Shown = (all) => {
    passkeys.value = all;
  };
  useEffect(() => {
    read<Passkey[]>('/session/passkeys').then(show, () => {});
  }, []);
  return (
    <section>
      <h2>{account.passkeys}</h2>
      <p class="ink2">{account.passkeysAbout}</p>
      <ul>
        {passkeys.value.map((passkey) => (
          <PasskeyLine key={passkey.passkey_id} passkey={passkey} onChanged={show} />
        ))}
      </ul>
      {hasPasskeys ? <AddPasskey onAdded={show} /> : <p class="help">{account.noPasskeysHere}</p>}
    </section>
  );
}

function PasskeyLine({ passkey, onChanged }: { passkey: Passkey; onChanged: Shown }) {
  const { account } = messages();
  const { passkey_id: id, name, last_used_at: usedAt, is_synced: isSynced } = passkey;
  const newName = useSignal<string | null>(null);
  const path = `/session/passkeys/${id}`;
  const remove = async () => {
    const request = { method: 'DELETE', path } as const;
    const outcome = await make<Passkey[]>({ done: account.passkeyRemoved(name), request });
    if (outcome.ok) onChanged(outcome.data);
  };
  const rename = async (event: Event) => {
    event.preventDefault();
    const request = { method: 'PATCH', path, body: { name: newName.value ?? name } } as const;
    const outcome = await make<Passkey[]>({ done: '', quiet: true, request });
    if (!outcome.ok) return;
    newName.value = null;
    onChanged(outcome.data);
  };
  const used = usedAt ? account.used(formatAgo(Date.now() - Date.parse(usedAt))) : account.neverUsed;
  if (newName.value !== null)
    return (
      <li>
        <form onSubmit={(event) => void rename(event)}>
          <Field
            label={account.passkeyName}
            required
            takesFocus
            maxLength={100}
            value={newName.value}
            onInput={({ currentTarget }) => (newName.value = currentTarget.value)}
          />
          <Button type="submit">{account.save}</Button>
        </form>
      </li>
    );
  return (
    <li class="person">
      <Icon name="key" />
      <div class="grow">
        <p class="m cut">{name}</p>
        <p class="t12 ink3">{[used, isSynced && account.synced].filter(Boolean).join(' · ')}</p>
      </div>
      <Button small onClick={() => (newName.value = name)}>
        {account.rename}
      </Button>
      <Button small onClick={() => void remove()}>
        {account.removePasskey}
      </Button>
    </li>
  );
}

function AddPasskey({ onAdded }: { onAdded: Shown }) {
  const { account, unreachable } = messages();
  const typed = useSignal({ name: '', password: '' });
  const error = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const hasPassword = person.value?.has_password ?? false;
  const add = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      const { name, password } = typed.value;
      onAdded(await addPasskey(name, hasPassword ? password : null));
      typed.value = { name: '', password: '' };
    } catch (refusal) {
      if (refusal instanceof ServerRefusal) error.value = refusal.problem.detail;
      else error.value = refusal instanceof TypeError ? unreachable : account.passkeyNotMade;
    } finally {
      isBusy.value = false;
    }
  };
  const field = (name: 'name' | 'password') => ({
    value: typed.value[name],
    required: true,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      error.value = null;
      typed.value = { ...typed.value, [name]: currentTarget.value };
    },
  });
  return (
    <form onSubmit={(event) => void add(event)}>
      <Field
        label={account.passkeyName}
        help={account.passkeyNameHelp}
        autocomplete="off"
        maxLength={100}
        {...(error.value !== null && { error: error.value })}
        {...field('name')}
      />
      {hasPassword && (
        <Field
          label={account.passwordForPasskey}
          type="password"
          autocomplete="current-password"
          {...field('password')}
        />
      )}
      <Button type="submit" disabled={isBusy.value}>
        {account.addPasskey}
      </Button>
    </form>
  );
}
