// An OTA's reservations. Every change is a revision, with its number of deliveries and its acknowledgement.
import type { Person } from '../sample-people/people.ts';
import type { OrderDetails } from './order-details.ts';

export type Stay = {
  /** number of the room within the reservation; changes of the reservation keep it */
  index: number;
  room: string;
  rate: string;
  arrival: string;
  departure: string;
  adults: number;
  children: number;
  /** ages of the children, one per child */
  ages: number[];
  /** sold with this room; part of the order's total unless `excluded` */
  services: OtaService[];
  guest: Person;
  prices: { date: string; price: number }[];
};

/** A service sold with a room or an order. `excluded`: paid at the property and not part of the total. */
export type OtaService = { name: string; price: number; excluded?: boolean };

type RevisionKind = 'new' | 'modified' | 'cancelled';

export type Revision = {
  /** 1, 2, 3, … within the reservation */
  revision: number;
  /** id of the revision at an aggregator */
  id: string;
  kind: RevisionKind;
  at: string;
  stays: Stay[];
  notes: string;
  arrivalTime: string;
  requests: string[];
  services: OtaService[];
  /** number of responses or requests that contained it */
  delivered: number;
  acknowledged: boolean;
  acknowledgedAt?: string;
  /** innwire's confirmation number, where the OTA asks for one */
  confirmation?: string;
  /** no longer delivered: the OTA stopped waiting for the acknowledgement and sent an e-mail */
  fellBack?: boolean;
};

export type OtaReservation = {
  reference: string;
  /** the same for all rooms of an order, where the OTA makes a reservation of each room */
  order: string;
  hotel: string;
  /** the OTA that sold it, behind an aggregator */
  seller: string;
  status: 'booked' | 'cancelled';
  currency: string;
  guest: Person;
  notes: string;
  /** HH:MM; empty when the guest gave none */
  arrivalTime: string;
  /** the guest's requests, where the OTA separates them from the notes */
  requests: string[];
  /** services of the whole order */
  services: OtaService[];
  details: OrderDetails;
  bookedAt: string;
  stays: Stay[];
  /** sold although the OTA's calendar had no free unit */
  overlapping: boolean;
  /** delivered without the id of innwire's room */
  unmapped: boolean;
  revisions: Revision[];
};

export type ReservationBook = {
  add(reservation: Omit<OtaReservation, 'revisions' | 'status'>): OtaReservation;
  revise(reservation: OtaReservation, kind: RevisionKind): Revision;
  /** removes a reservation that was never confirmed */
  remove(reference: string): void;
  find(reference: string | undefined): OtaReservation | undefined;
  /** in order of creation */
  all(hotel?: string): OtaReservation[];
};

export function createBook(now: () => number, newId: () => string): ReservationBook {
  const reservations = new Map<string, OtaReservation>();
  const revise = (reservation: OtaReservation, kind: RevisionKind): Revision => {
    const revision: Revision = {
      revision: reservation.revisions.length + 1,
      id: newId(),
      kind,
      at: new Date(now()).toISOString(),
      stays: structuredClone(reservation.stays),
      notes: reservation.notes,
      arrivalTime: reservation.arrivalTime,
      requests: [...reservation.requests],
      services: structuredClone(reservation.services),
      delivered: 0,
      acknowledged: false,
    };
    reservation.revisions.push(revision);
    return revision;
  };
  return {
    add: (given) => {
      const reservation: OtaReservation = { ...given, status: 'booked', revisions: [] };
      reservations.set(reservation.reference, reservation);
      revise(reservation, 'new');
      return reservation;
    },
    revise,
    remove: (reference) => {
      reservations.delete(reference);
    },
    find: (reference) => (reference === undefined ? undefined : reservations.get(reference)),
    all: (hotel) => [...reservations.values()].filter((one) => hotel === undefined || one.hotel === hotel),
  };
}

/** Returns the sum of the prices of all nights. */
export function totalOf(stays: readonly Stay[]): number {
  return stays.flatMap((stay) => stay.prices).reduce((sum, { price }) => sum + price, 0);
}

/** Returns the sum of the services paid to or through the OTA, without those paid at the property. */
function servicesTotal(services: readonly OtaService[]): number {
  return services.filter(({ excluded }) => !excluded).reduce((sum, { price }) => sum + price, 0);
}

/** Returns the total price of an order: nights, services of the order and services of the rooms. */
export function orderTotal({ stays, services }: Pick<Revision, 'stays' | 'services'>): number {
  return totalOf(stays) + servicesTotal([...services, ...stays.flatMap((stay) => stay.services)]);
}

export function lastOf(reservation: OtaReservation): Revision {
  return reservation.revisions.at(-1)!;
}
