// What a test or a visitor of the control interface may say of a sale or a change; the rest is made up.
import type { OtaService } from './book.ts';
import type { Person } from './people.ts';

export type StayInput = {
  room?: string;
  rate?: string;
  arrival?: string;
  departure?: string;
  nights?: number;
  adults?: number;
  children?: number;
  /** of the children; as many children come */
  ages?: readonly number[];
  /** sold with this room */
  roomServices?: readonly OtaService[];
  /** per night; what the calendar says without it */
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
  seller?: string;
  /** the conversation of an inquiry that this order comes of */
  thread?: string;
  /** told without naming our room */
  unmapped?: boolean;
  reference?: string;
  /** sells whatever its calendar says: an overlapping sale */
  force?: boolean;
};

export type ChangeInput = StayInput & {
  /** which room of the order, by its index; the first without it */
  index?: number;
  guest?: Partial<Person>;
  notes?: string;
  arrivalTime?: string;
  requests?: readonly string[];
  services?: readonly OtaService[];
  /** takes rooms out of the order, or adds some */
  drop?: readonly number[];
  add?: readonly StayInput[];
  force?: boolean;
};
