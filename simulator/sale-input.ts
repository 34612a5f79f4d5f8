// Input of a sale or a change, from a test or the control interface. Missing fields are invented.

import type { Person } from '../sample-people/people.ts';
import type { OtaService } from './book.ts';
import type { OrderDetails } from './order-details.ts';

export type StayInput = {
  room?: string;
  rate?: string;
  arrival?: string;
  departure?: string;
  nights?: number;
  adults?: number;
  children?: number;
  /** ages of the children; sets the number of children */
  ages?: readonly number[];
  /** sold with this room */
  roomServices?: readonly OtaService[];
  /** per night; default: the calendar's price */
  price?: number;
};

export type SaleInput = StayInput & {
  hotel?: string;
  /** several rooms in one order */
  rooms?: readonly StayInput[];
  guest?: Partial<Person>;
  notes?: string;
  /** HH:MM */
  arrivalTime?: string;
  requests?: readonly string[];
  /** sold with the order */
  services?: readonly OtaService[];
  /** missing members: those of an order without anything of note */
  details?: Partial<OrderDetails>;
  seller?: string;
  /** the conversation of the inquiry that led to this order */
  thread?: string;
  /** delivered without the id of innwire's room */
  unmapped?: boolean;
  reference?: string;
  /** sells without checking the calendar: an overlapping sale */
  force?: boolean;
};

export type ChangeInput = StayInput & {
  /** index of the changed room of the order; default: the first one */
  index?: number;
  guest?: Partial<Person>;
  notes?: string;
  arrivalTime?: string;
  requests?: readonly string[];
  services?: readonly OtaService[];
  /** indexes of the rooms to remove from the order; `add`: rooms to add to it */
  drop?: readonly number[];
  add?: readonly StayInput[];
  force?: boolean;
};
