// How wide a day is on the calendar.
import { isPhone } from '../../screen-width.ts';

/** Pixels of a day: a week and a half of a phone's screen, three weeks of a desk's. */
const PHONE_COLUMN = 40;
const DESK_COLUMN = 56;

/** Returns the width of a day on this screen. */
export function columnOfScreen(): number {
  return isPhone.value ? PHONE_COLUMN : DESK_COLUMN;
}
