// Who may sign in, with which role: invitations by link, new links, sign-outs. For owners.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { StaffRole } from '../../../src/model/staff.ts';
import { make } from '../../desk/changes.ts';
import { shown } from '../../desk/property.ts';
import { read } from '../../desk/server.ts';
import { person } from '../../desk/session.ts';
import { formatAge } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Select } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Avatar } from '../../parts/Mark.tsx';
import { Menu, type MenuItem } from '../../parts/Menu.tsx';
import { Banner, Empty, Skeleton } from '../../parts/Notice.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { Invitation } from './Invitation.tsx';
import { type MadeInvitation, pathOf, ROLES, roleAt, type StaffMember } from './users.ts';
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
    } catch {
      hasFailed.value = true;
    }
  };
  useEffect(() => {
    if (shown.peek()?.role === 'owner') void reload();
  }, [hotelId]);
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
  const asksToRemove = useSignal(false);
  const isSelf = user.user_id === person.value?.user_id;
  const remove = async () => {
    const request = { method: 'DELETE', path: pathOf(user) } as const;
    await make({ done: people.removed(user.name), request });
    await onChanged();
  };
  const ask = (asks: boolean) => () => {
    asksToRemove.value = asks;
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
        items={itemsOf(user, onLink, isSelf ? null : ask(true))}
      />
      {asksToRemove.value && (
        <div class="person-question">
          <Banner
            urgency="alert"
            icon="warn"
            action={<RemoveButtons onRemove={remove} onKeep={ask(false)} />}
          >
            {people.removeQuestion(user.name)}
          </Banner>
        </div>
      )}
    </li>
  );
}

/** `onRemove`: null = nobody removes the own account. */
function itemsOf(
  user: StaffMember,
  onLink: PersonProps['onLink'],
  onRemove: (() => void) | null,
): MenuItem[] {
  const { people } = messages();
  const path = pathOf(user);
  const newLink = async () => {
    const request = { method: 'POST', path: `${path}/link`, body: {} } as const;
    const outcome = await make<MadeInvitation>({ done: '', quiet: true, request });
    if (outcome.ok) onLink(outcome.data);
  };
  const signOut = () =>
    make({ done: people.signedOut(user.name), request: { method: 'DELETE', path: `${path}/sessions` } });
  return [
    { label: people.newLink, icon: 'key', run: () => void newLink() },
    { label: people.signOutEverywhere, icon: 'out', run: () => void signOut() },
    ...(onRemove ? (['line', { label: people.remove, icon: 'x', run: onRemove }] as const) : []),
  ];
}

function RemoveButtons({ onRemove, onKeep }: { onRemove: () => Promise<void>; onKeep: () => void }) {
  const { people } = messages();
  return (
    <span class="row">
      <Button small onClick={onKeep} autoFocus>
        {people.keep}
      </Button>
      <Button small kind="danger" onClick={() => void onRemove()}>
        {people.remove}
      </Button>
    </span>
  );
}

function aboutOf({ email, role, last_seen_at: seenAt, link_valid_until: validUntil }: StaffMember): string {
  const { people } = messages();
  const seen = seenAt
    ? people.lastSeen(formatAge(Math.max(0, Date.now() - Date.parse(seenAt))))
    : validUntil
      ? people.linkValid
      : people.never;
  return [seen, email, role && people.allHouses].filter(Boolean).join(' · ');
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
