// The screens of the desk. Each is a folder that the browser loads when it is first shown.
import type { FunctionComponent } from 'preact';
import type { IconName } from './parts/Icon.tsx';
import { isAt } from './router.ts';

export type Screen = {
  id: 'parts';
  path: string;
  icon: IconName;
  load: () => Promise<FunctionComponent>;
};

export const SCREENS: readonly Screen[] = [
  {
    id: 'parts',
    path: '/desk/parts',
    icon: 'split',
    load: async () => (await import('./screens/parts/Parts.tsx')).Parts,
  },
];

/** Returns the screen of a path, or null. */
export function screenAt(path: string): Screen | null {
  return SCREENS.find((one) => isAt(path, one.path)) ?? null;
}
