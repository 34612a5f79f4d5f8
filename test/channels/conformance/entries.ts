// The entries of the conformance suite: a further adapter joins with a line here.
import { airbnb } from '../airbnb/entry.ts';
import { bookingCom } from '../booking_com/entry.ts';
import { channex } from '../channex/entry.ts';
import { expedia } from '../expedia/entry.ts';
import { ical } from '../ical/entry.ts';
import { openChannel } from '../open_channel/entry.ts';
import { vrbo } from '../vrbo/entry.ts';
import type { Entry } from './entry.ts';

export const ENTRIES: Readonly<Record<string, Entry>> = {
  airbnb,
  booking_com: bookingCom,
  channex,
  expedia,
  ical,
  open_channel: openChannel,
  vrbo,
};
