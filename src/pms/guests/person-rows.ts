// What an erasure reads of bookings and profiles, and what it counts.

/** How many rows of a table an erasure changes. */
export type ErasedTable = { table: string; rows: number };

/** What bookings and profiles say of the person. */
export type PersonRows = { guests: readonly PersonalProfileRow[]; bookings: readonly PersonalBookingRow[] };

export type PersonalBookingRow = {
  reservation_id: number;
  guest_name: string;
  guest_email: string | null;
  guest_phone: string | null;
  notes: string | null;
  companions: { name: string }[] | null;
};
export type PersonalProfileRow = {
  guest_id: number;
  name: string;
  given_name: string | null;
  family_name: string | null;
  email: string | null;
  phone: string | null;
  phone_e164: string | null;
  company: string | null;
  vat_id: string | null;
  address: string | null;
};
