// The rail: screens with icon and word, and the person at its foot. On a phone it is a bar at the bottom, with the first screens.
import { person } from '../desk/session.ts';
import { lockScreen, screenUsers, switchingTo } from '../desk/shared-screen.ts';
import { shownKeys } from '../keys.ts';
import { messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import { Avatar } from '../parts/Mark.tsx';
import { Menu, type MenuItem } from '../parts/Menu.tsx';
import { showToast } from '../parts/Toast.tsx';
import { goTo } from '../router.ts';
import { railScreens, type Screen } from '../screens.ts';
import { languageItems, themeItems } from './choices.ts';
import { Logo } from './Logo.tsx';
import { propertyItems } from './property-items.ts';
import { type RailCount, useRailCounts } from './rail-counts.ts';
import { signOutHere } from './sign-out.ts';

/** Screens that a phone shows; the others are in the menu. */
const ON_PHONE = 4;

export function Rail({ current }: { current: Screen['id'] | null }) {
  const { screens } = messages();
  const shownScreens = railScreens();
  const counts = useRailCounts();
  return (
    <nav class="rail" aria-label={screens.label}>
      <a class="home" href="/desk" aria-label="innwire">
        <Logo />
      </a>
      {shownScreens.map(({ id, path, icon }) => (
        <a
          key={id}
          class="nav"
          href={path}
          {...(id === current && { 'aria-current': 'page' })}
          {...(counts[id] && { 'aria-label': `${screens[id]}, ${counts[id].count} ${counts[id].about}` })}
        >
          <Icon name={icon} />
          <span>{screens[id]}</span>
          {counts[id] && <Count {...counts[id]} />}
        </a>
      ))}
      <div class="rail-end">
        <OwnMenu />
      </div>
      <div class="rail-more">
        <MoreMenu screens={shownScreens.slice(ON_PHONE)} current={current} />
      </div>
    </nav>
  );
}

/** More than this is shown as such: the exact number stands on the screen. */
const MOST_SHOWN = 99;

function Count({ count, isUrgent }: RailCount) {
  return (
    <span class={isUrgent ? 'nav-count alert' : 'nav-count'} aria-hidden="true">
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  );
}

/** Who is signed in, with what concerns this person and this device. */
function OwnMenu() {
  const { settings } = messages();
  const user = person.value;
  return (
    <Menu
      class="nav"
      label={user ? user.name : settings.label}
      button={
        user ? (
          <>
            <span aria-hidden="true">
              <Avatar name={user.name} />
            </span>
            <span class="cut">{user.name.split(' ')[0]}</span>
          </>
        ) : (
          <>
            <Icon name="globe" />
            <span>{settings.short}</span>
          </>
        )
      }
      items={ownItems()}
    />
  );
}

/** On a phone: the screens that have no place in the bar, then what the menu of the person has. */
function MoreMenu({ screens: rest, current }: { screens: readonly Screen[]; current: Screen['id'] | null }) {
  const { screens, settings } = messages();
  const items = rest.map(
    ({ id, path, icon }): MenuItem => ({ label: screens[id], icon, run: () => goTo(path) }),
  );
  const isInMore = rest.some(({ id }) => id === current);
  return (
    <Menu
      class={isInMore ? 'nav here' : 'nav'}
      label={settings.more}
      button={
        <>
          <Icon name="more" />
          <span>{settings.more}</span>
        </>
      }
      items={[
        ...items,
        ...(items.length > 0 ? (['line'] as const) : []),
        ...lined(propertyItems()),
        ...ownItems(),
      ]}
    />
  );
}

/** Returns items with a line behind them, where there are any. */
function lined(items: readonly MenuItem[]): MenuItem[] {
  return items.length > 0 ? [...items, 'line'] : [];
}

function ownItems(): MenuItem[] {
  const { settings } = messages();
  const choices: MenuItem[] = [...languageItems(), 'line', ...themeItems(), 'line'];
  if (!person.value)
    return [...choices, { label: settings.signIn, icon: 'key', run: () => goTo('/desk/signin') }];
  const { account } = messages().screens;
  return [
    ...screenItems(),
    ...choices,
    { label: account, icon: 'user', run: () => goTo('/desk/account') },
    { label: settings.signOut, icon: 'out', run: () => void signOutHere() },
  ];
}

/** The others who share this screen, and its lock. */
function screenItems(): MenuItem[] {
  const users = screenUsers.value;
  if (!users) return [];
  const others = users.filter((one) => one.user_id !== person.value?.user_id);
  const items = others.map(
    (one): MenuItem => ({
      label: one.name,
      icon: 'user',
      run: () => {
        switchingTo.value = one;
      },
    }),
  );
  const lock = { label: messages().signin.lock, icon: 'key', keys: shownKeys(LOCK_KEYS) } as const;
  return [...items, { ...lock, run: () => void lockNow() }, 'line'];
}

/** The keys that lock a shared screen. */
export const LOCK_KEYS = 'mod+shift+l';

/** Locks the screen, and says if the server does not know of it. */
export async function lockNow(): Promise<void> {
  await lockScreen().catch(() => showToast({ text: messages().unreachable, refused: true }));
}
