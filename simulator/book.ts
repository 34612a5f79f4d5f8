// An OTA's book of reservations: every change is a revision, and each remembers whether we were told and said so.
import type { Person } from './people.ts';

export type Stay = {
  /** numbers the rooms of a reservation; stays with the room through changes */
  index: number;
  room: string;
  rate: string;
  arrival: string;
  departure: string;
  adults: number;
  children: number;
  /** of the children, as many as there are */
  ages: number[];
  /** sold with this room and part of what the guest pays for it */
  services: OtaService[];
  guest: Person;
  prices: { date: string; price: number }[];
};

/** Something beside the room: `excluded` is paid at the property, and not part of the total. */
export type OtaService = { name: string; price: number; excluded?: boolean };

export type RevisionKind = 'new' | 'modified' | 'cancelled';

export type Revision = {
  /** 1, 2, 3, … within the reservation */
  revision: number;
  /** what the aggregator calls it */
  id: string;
  kind: RevisionKind;
  at: string;
  stays: Stay[];
  notes: string;
  arrivalTime: string;
  requests: string[];
  services: OtaService[];
  /** how often it was put into an answer, or sent */
  delivered: number;
  acknowledged: boolean;
  acknowledgedAt?: string;
  /** our number for it, where the OTA asks for one */
  confirmation?: string;
  /** no longer told: the OTA gave up and wrote an e-mail */
  fellBack?: boolean;
};

export type OtaReservation = {
  reference: string;
  /** ties the rooms of one order together where the OTA makes a reservation of each */
  order: string;
  hotel: string;
  /** who sold it, where several OTAs stand behind one */
  seller: string;
  status: 'booked' | 'cancelled';
  currency: string;
  guest: Person;
  notes: string;
  /** HH:MM, or empty where the guest did not say */
  arrivalTime: string;
  /** what the guest asks for, apart from the notes, where the OTA tells these apart */
  requests: string[];
  /** of the whole order */
  services: OtaService[];
  bookedAt: string;
  stays: Stay[];
  /** sold although the OTA knew of no free unit */
  overlapping: boolean;
  /** the OTA could not say which of our rooms it is */
  unmapped: boolean;
  revisions: Revision[];
};

export type ReservationBook = {
  add(reservation: Omit<OtaReservation, 'revisions' | 'status'>): OtaReservation;
  revise(reservation: OtaReservation, kind: RevisionKind): Revision;
  /** forgets a reservation that did not come about */
  remove(reference: string): void;
  find(reference: string | undefined): OtaReservation | undefined;
  /** in the order they were made */
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

/** What the nights of these rooms cost. */
export function totalOf(stays: readonly Stay[]): number {
  return stays.flatMap((stay) => stay.prices).reduce((sum, { price }) => sum + price, 0);
}

/** What the guest pays to the OTA or through it for these services: what is paid at the property is not in it. */
export function servicesTotal(services: readonly OtaService[]): number {
  return services.filter(({ excluded }) => !excluded).reduce((sum, { price }) => sum + price, 0);
}

/** What the guest pays for the order in all. */
export function orderTotal({ stays, services }: Pick<Revision, 'stays' | 'services'>): number {
  return totalOf(stays) + servicesTotal([...services, ...stays.flatMap((stay) => stay.services)]);
}

export function lastOf(reservation: OtaReservation): Revision {
  return reservation.revisions.at(-1)!;
}
