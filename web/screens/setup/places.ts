// The steps of the setup, and where one that was done is changed.

export const STEPS = ['house', 'rooms', 'ready'] as const;
export type SetupStep = (typeof STEPS)[number];

export const PLACES: Record<SetupStep, string> = {
  house: '/desk/setup?step=house',
  rooms: '/desk/settings?section=rooms',
  ready: '/desk/setup',
};
