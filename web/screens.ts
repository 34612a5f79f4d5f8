// The screens of the desk. Each is a folder that the browser loads when it is first shown.
import type { FunctionComponent } from 'preact';
import type { TokenScope } from '../src/model/scope.ts';
import { copy, isKeptCopy, rightsOf, shown } from './desk/property.ts';
import { person } from './desk/session.ts';
import type { Messages } from './messages/en/index.ts';
import type { IconName } from './parts/Icon.tsx';
import { BASE, isAt } from './router.ts';

/** Screens have a title in every language. */
type ScreenId = Exclude<keyof Messages['screens'], 'label'>;

export type Screen = {
  id: ScreenId;
  path: string;
  icon: IconName;
  /** the key after G that goes there */
  key?: string;
  /** the scope without which there is nothing to see */
  needs?: TokenScope;
  /** it is for owners only */
  isForOwners?: boolean;
  /** it is for people who are signed in, not for visitors of the sample property */
  isForPeople?: boolean;
  /** absent = it is found by its address only */
  isInRail?: boolean;
  /** the scope without which the rail leaves it out: what is to be read there is found by search and address */
  railNeeds?: TokenScope;
  /** a page of its own, without the rail and without a property */
  isBare?: boolean;
  load: () => Promise<FunctionComponent>;
};

export const SCREENS: readonly Screen[] = [
  {
    id: 'today',
    path: BASE,
    icon: 'today',
    key: 't',
    needs: 'bookings:read',
    isInRail: true,
    load: async () => (await import('./screens/today/Today.tsx')).Today,
  },
  {
    id: 'calendar',
    path: '/desk/calendar',
    icon: 'calendar',
    key: 'c',
    needs: 'bookings:read',
    isInRail: true,
    load: async () => (await import('./screens/calendar/Calendar.tsx')).Calendar,
  },
  {
    id: 'rates',
    path: '/desk/rates',
    icon: 'tag',
    key: 'r',
    needs: 'availability:read',
    isInRail: true,
    load: async () => (await import('./screens/rates/Rates.tsx')).Rates,
  },
  {
    id: 'inbox',
    path: '/desk/inbox',
    icon: 'inbox',
    key: 'i',
    needs: 'messages',
    isInRail: true,
    load: async () => (await import('./screens/inbox/Inbox.tsx')).Inbox,
  },
  {
    id: 'housekeeping',
    path: '/desk/housekeeping',
    icon: 'broom',
    key: 'h',
    needs: 'housekeeping',
    isInRail: true,
    load: async () => (await import('./screens/housekeeping/Housekeeping.tsx')).Housekeeping,
  },
  {
    id: 'channels',
    path: '/desk/channels',
    icon: 'plug',
    key: 'n',
    needs: 'availability:read',
    isInRail: true,
    load: async () => (await import('./screens/channels/Channels.tsx')).Channels,
  },
  {
    id: 'reports',
    path: '/desk/reports',
    icon: 'chart',
    key: 'p',
    needs: 'reports',
    isInRail: true,
    load: async () => (await import('./screens/reports/Reports.tsx')).Reports,
  },
  {
    id: 'people',
    path: '/desk/people',
    icon: 'people',
    isForOwners: true,
    isInRail: true,
    load: async () => (await import('./screens/people/People.tsx')).People,
  },
  {
    id: 'settings',
    path: '/desk/settings',
    icon: 'settings',
    key: 's',
    isForPeople: true,
    isInRail: true,
    railNeeds: 'settings',
    load: async () => (await import('./screens/settings/Settings.tsx')).Settings,
  },
  {
    id: 'log',
    path: '/desk/log',
    icon: 'history',
    key: 'l',
    needs: 'bookings:read',
    isInRail: true,
    load: async () => (await import('./screens/log/Log.tsx')).Log,
  },
  {
    id: 'signin',
    path: '/desk/signin',
    icon: 'key',
    isBare: true,
    load: async () => (await import('./screens/signin/SignIn.tsx')).SignIn,
  },
  {
    id: 'welcome',
    path: '/desk/welcome',
    icon: 'key',
    isBare: true,
    load: async () => (await import('./screens/welcome/Welcome.tsx')).Welcome,
  },
  {
    id: 'account',
    path: '/desk/account',
    icon: 'user',
    load: async () => (await import('./screens/account/Account.tsx')).Account,
  },
  {
    id: 'setup',
    path: '/desk/setup',
    icon: 'house',
    isBare: true,
    load: async () => (await import('./screens/setup/Setup.tsx')).Setup,
  },
  {
    id: 'parts',
    path: '/desk/parts',
    icon: 'split',
    load: async () => (await import('./screens/parts/Parts.tsx')).Parts,
  },
];

/** The screen that asks somebody to sign in, at whatever address. */
export const SIGN_IN = SCREENS.find(({ id }) => id === 'signin')!;

/** Returns the screen of a path, or null. */
export function screenAt(path: string): Screen | null {
  return SCREENS.find((one) => isAt(path, one.path)) ?? null;
}

/** Returns the screens of the rail that the person may see. */
export function railScreens(): Screen[] {
  return openScreens().filter(
    ({ isInRail, railNeeds }) => isInRail && (!railNeeds || rightsOf(railNeeds).sees),
  );
}

/** Returns the screens that the person may see, without the pages of their own. */
export function openScreens(): Screen[] {
  return SCREENS.filter((one) => !one.isBare && mayOpen(one));
}

/** Whether the person may see a screen: for the rail, the search, the keys and the address alike. */
export function mayOpen({ needs, isForOwners, isForPeople }: Screen): boolean {
  if (needs && !rightsOf(needs).sees) return false;
  if (isForOwners && shown.value?.role !== 'owner') return false;
  return !isForPeople || shown.value?.userId != null;
}

/**
 * Returns where the desk begins: the first screen that the person may see; where there is no house or no room yet, setting it up. While
 * nobody is signed in it stays where it is, and asks who it is.
 */
export function startPath(): string {
  if (!shown.value) return person.value ? '/desk/setup' : BASE;
  const hasNoRooms = copy.value?.rooms.size === 0 && !isKeptCopy.value;
  if (shown.value.role === 'owner' && hasNoRooms) return '/desk/setup';
  return railScreens()[0]?.path ?? (person.value ? '/desk/account' : BASE);
}
