// Who may sign in, with which role: invitations by link, new links, sign-outs. For owners.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { StaffRole } from '../../../src/model/staff.ts';
import { make } from '../../desk/changes.ts';
import { copy, shown } from '../../desk/property.ts';
import { useReadOnFocus } from '../../desk/read-on-focus.ts';
import { type ChangeRequest, problemOf, read } from '../../desk/server.ts';
import { person, readPerson } from '../../desk/session.ts';
import { formatAgo } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Field, Select } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Avatar } from '../../parts/Mark.tsx';
import { Menu, type MenuItem } from '../../parts/Menu.tsx';
import { Banner, Empty, Skeleton } from '../../parts/Notice.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { Answers } from '../settings/Question.tsx';
import { Invitation } from './Invitation.tsx';
import { type MadeInvitation, pathOf, ROLES, roleAt, type StaffMember, worksElsewhere } from './users.ts';
import './people.css';

export function People() {
  const { people, screens } = messages();
  /** the drawer: an invitation, or the link that was made */
  const opened = useSignal<'new' | MadeInvitation | null>(null);
  const { users, hasFailed, reload } = useStaff();
  const isOwner = shown.value?.role === 'owner';
  const close = () => {
    opened.value = null;
    void reload();
  };
  const invite = (
    <Button
      kind="primary"
      icon="plus"
      onClick={() => {
        opened.value = 'new';
      }}
    >
      {people.invite}
    </Button>
  );
  return (
    <>
      <PageHead title={screens.people} action={isOwner && invite} />
      <main id="content" class="page">
        {isOwner ? (
          <StaffList
            users={users}
            hasFailed={hasFailed}
            onChanged={reload}
            onLink={(made) => {
              opened.value = made;
            }}
          />
        ) : (
          <Empty title={people.ownersOnly} />
        )}
      </main>
      {opened.value && <Invitation made={opened.value === 'new' ? null : opened.value} onClose={close} />}
    </>
  );
}

/** Reads who works at the property. `users`: null = not known yet. */
function useStaff() {
  const users = useSignal<readonly StaffMember[] | null>(null);
  const hasFailed = useSignal(false);
  const hotelId = shown.value?.hotelId ?? null;
  const reload = async () => {
    try {
      const all = await read<StaffMember[]>('/operator/users');
      users.value = all.filter((user) => roleAt(user, hotelId) !== null);
      hasFailed.value = false;
    } catch {
      hasFailed.value = true;
    }
  };
  const reloadOfOwner = () => {
    if (shown.peek()?.role === 'owner') void reload();
  };
  useEffect(reloadOfOwner, [hotelId]);
  useReadOnFocus(reloadOfOwner);
  return { users: users.value, hasFailed: hasFailed.value, reload };
}

type ListProps = {
  users: readonly StaffMember[] | null;
  hasFailed: boolean;
  onChanged: () => Promise<void>;
  onLink: (made: MadeInvitation) => void;
};

function StaffList({ users, hasFailed, onChanged, onLink }: ListProps) {
  const { people, loading, unreachable } = messages();
  if (!users) return hasFailed ? <Empty title={unreachable} /> : <Skeleton lines={4} label={loading} />;
  return (
    <>
      <ul class="people">
        {users.map((user) => (
          <Person key={user.user_id} user={user} onChanged={onChanged} onLink={onLink} />
        ))}
      </ul>
      {users.length === 1 && (
        <Empty title={people.empty}>
          <p>{people.emptyHelp}</p>
        </Empty>
      )}
    </>
  );
}

type PersonProps = Pick<ListProps, 'onChanged' | 'onLink'> & { user: StaffMember };

function Person({ user, onChanged, onLink }: PersonProps) {
  const { people } = messages();
  const asked = useSignal<Asked>(null);
  const isSelf = user.user_id === person.value?.user_id;
  const ask = (what: Asked) => () => {
    asked.value = what;
  };
  return (
    <li class="person">
      <span aria-hidden="true">
        <Avatar name={user.name} />
      </span>
      <div class="grow">
        <p class="cut">
          <span class="m">{user.name}</span> {isSelf && <span class="ink3">({people.you})</span>}
        </p>
        <p class="t12 ink3 cut">{aboutOf(user)}</p>
      </div>
      <RoleChoice user={user} isSelf={isSelf} onChanged={onChanged} />
      <Menu
        class="btn quiet icon"
        label={people.actions(user.name)}
        button={<Icon name="more" />}
        items={itemsOf(user, onLink, {
          rename: ask('name'),
          // Nobody removes the own account, the own second factor goes with a code of it, and own passkeys in the own account.
          ...(!isSelf && {
            remove: ask('remove'),
            removeSecondFactor: ask('second_factor'),
            removePasskeys: ask('passkeys'),
            offerPasskeys: ask('passkeys_left'),
          }),
        })}
      />
      <Asking asked={asked.value} user={user} onChanged={onChanged} onClose={ask(null)} />
    </li>
  );
}

/** What is asked about a person before it is done. `passkeys_left`: the person was signed out, and passkeys still sign in. */
type Asked = 'remove' | 'second_factor' | 'passkeys' | 'passkeys_left' | 'name' | null;

type AskingProps = NameFormProps & { asked: Asked };

function Asking({ asked, user, onChanged, onClose }: AskingProps) {
  const { people } = messages();
  if (asked === null) return null;
  if (asked === 'name') return <NameForm user={user} onChanged={onChanged} onClose={onClose} />;
  const { name } = user;
  const passkeys = user.passkeys.map((one) => one.name).join(', ');
  const removePasskeys = {
    confirm: people.removePasskeys,
    done: people.passkeysGone(name),
    request: { method: 'DELETE', path: `${pathOf(user)}/passkeys` } as const,
  };
  const { question, confirm, ...change } = {
    remove: {
      question: worksElsewhere(user, shown.value!.hotelId)
        ? people.removeHereQuestion(name, copy.value?.property.name ?? '')
        : people.removeQuestion(name),
      confirm: people.remove,
      done: people.removed(name),
      request: removalOf(user, shown.value!.hotelId),
    },
    second_factor: {
      question: people.secondFactorQuestion(name),
      confirm: people.removeSecondFactor,
      done: people.secondFactorGone(name),
      request: { method: 'DELETE', path: `${pathOf(user)}/second-factor` } as const,
    },
    passkeys: { ...removePasskeys, question: people.passkeysQuestion(name, passkeys) },
    passkeys_left: { ...removePasskeys, question: people.passkeysLeft(name, passkeys) },
  }[asked];
  const run = async () => {
    await make(change);
    onClose();
    await onChanged();
  };
  return (
    <Question confirm={confirm} onConfirm={run} onKeep={onClose}>
      {question}
    </Question>
  );
}

/** Returns the request that takes a person's role at a property away, and the person with it who has no other one. */
function removalOf(user: StaffMember, hotelId: number | null): ChangeRequest {
  return worksElsewhere(user, hotelId)
    ? { method: 'PATCH', path: pathOf(user), body: { remove_hotel_ids: [hotelId] } }
    : { method: 'DELETE', path: pathOf(user) };
}

type NameFormProps = Pick<PersonProps, 'user' | 'onChanged'> & { onClose: () => void };

/** Another name for a person, with which the person also signs in. */
function NameForm({ user, onChanged, onClose }: NameFormProps) {
  const { people, account } = messages();
  const name = useSignal(user.name);
  const error = useSignal<string | null>(null);
  const save = async (event: Event) => {
    event.preventDefault();
    const requestFor = (wanted: string) =>
      ({ method: 'PATCH', path: pathOf(user), body: { name: wanted } }) as const;
    const wanted = name.value.trim();
    const outcome = await make(
      { done: people.renamed(wanted), request: requestFor(wanted), undo: () => requestFor(user.name) },
      {
        onRefused: (problem) => {
          error.value = problemOf(problem, 'name');
        },
      },
    );
    if (!outcome.ok) return;
    onClose();
    await onChanged();
    // The own name stands in the head of each screen.
    if (user.user_id === person.peek()?.user_id) await readPerson().catch(() => {});
  };
  return (
    <form class="person-question" onSubmit={(event) => void save(event)}>
      <Field
        label={people.name}
        required
        takesFocus
        maxLength={100}
        value={name.value}
        {...(error.value !== null && { error: error.value })}
        onInput={({ currentTarget }) => {
          error.value = null;
          name.value = currentTarget.value;
        }}
      />
      <div class="row">
        <Button type="submit" kind="primary" disabled={['', user.name].includes(name.value.trim())}>
          {account.rename}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {messages().stay.notNow}
        </Button>
      </div>
    </form>
  );
}

type Asks = { rename: () => void } & Partial<
  Record<'remove' | 'removeSecondFactor' | 'removePasskeys' | 'offerPasskeys', () => void>
>;

function itemsOf(user: StaffMember, onLink: PersonProps['onLink'], asks: Asks): MenuItem[] {
  const { people } = messages();
  const path = pathOf(user);
  const newLink = async () => {
    const request = { method: 'POST', path: `${path}/link`, body: {} } as const;
    const outcome = await make<MadeInvitation>({ done: '', quiet: true, request });
    if (outcome.ok) onLink(outcome.data);
  };
  const { rename, remove, removeSecondFactor, removePasskeys, offerPasskeys } = asks;
  const hasPasskeys = user.passkeys.length > 0;
  const signOut = async () => {
    const request = { method: 'DELETE', path: `${path}/sessions` } as const;
    const outcome = await make({ done: people.signedOut(user.name), request });
    if (outcome.ok && hasPasskeys) offerPasskeys?.();
  };
  return [
    { label: messages().account.rename, icon: 'note', run: rename },
    { label: people.newLink, icon: 'key', run: () => void newLink() },
    { label: people.signOutEverywhere, icon: 'out', run: () => void signOut() },
    ...(hasPasskeys && removePasskeys
      ? [{ label: people.removePasskeys, icon: 'x' as const, run: removePasskeys }]
      : []),
    ...(user.has_second_factor && removeSecondFactor
      ? [{ label: people.removeSecondFactor, icon: 'x' as const, run: removeSecondFactor }]
      : []),
    ...(remove ? (['line', { label: people.remove, icon: 'x', run: remove }] as const) : []),
  ];
}

type QuestionProps = {
  confirm: string;
  onConfirm: () => Promise<void>;
  onKeep: () => void;
  children: ComponentChildren;
};

function Question({ confirm, onConfirm, onKeep, children }: QuestionProps) {
  return (
    <div class="person-question">
      <Banner
        urgency="alert"
        icon="warn"
        action={<Answers confirm={confirm} onConfirm={onConfirm} onKeep={onKeep} />}
      >
        {children}
      </Banner>
    </div>
  );
}

function aboutOf(user: StaffMember): string {
  const { email, role, last_seen_at: seenAt, link_valid_until: validUntil } = user;
  const { people } = messages();
  const seen = seenAt
    ? people.lastSeen(formatAgo(Date.now() - Date.parse(seenAt)))
    : validUntil
      ? people.linkValid
      : people.never;
  const passkeys = user.passkeys.length > 0 && people.hasPasskeys(user.passkeys.length);
  const secondFactor = user.has_second_factor && people.hasSecondFactor;
  return [seen, email, role && people.allHouses, secondFactor, passkeys].filter(Boolean).join(' · ');
}

/** The role here, changed at once. Nobody takes the own one away. */
function RoleChoice({
  user,
  isSelf,
  onChanged,
}: {
  user: StaffMember;
  isSelf: boolean;
  onChanged: () => Promise<void>;
}) {
  const { people } = messages();
  const hotelId = shown.value?.hotelId ?? null;
  const role = roleAt(user, hotelId)!;
  const change = async (chosen: StaffRole) => {
    const where = user.role === null && hotelId !== null ? { hotel_ids: [hotelId] } : {};
    const requestFor = (wanted: StaffRole) =>
      ({ method: 'PATCH', path: pathOf(user), body: { role: wanted, ...where } }) as const;
    await make({
      done: people.roleChanged(user.name),
      request: requestFor(chosen),
      undo: () => requestFor(role),
    });
    await onChanged();
  };
  return (
    <div class="person-role">
      <Select
        label={people.role}
        value={role}
        disabled={isSelf}
        options={ROLES.map((value) => ({ value, label: people.roles[value] }))}
        onChange={({ currentTarget }) => void change(currentTarget.value as StaffRole)}
      />
    </div>
  );
}
