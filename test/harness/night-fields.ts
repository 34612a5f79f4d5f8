// The fields of a night as tests expect them. Tests that judge what the product does with nights use this list
// and not the product's own; test/model/night-fields.test.ts compares the two.
import fc from 'fast-check';

type ExpectedField = {
  /** name in records of the API */
  member: string;
  column: string;
  /** whether a night on which it is not set has the value of its room */
  ofRoom: boolean;
  /** in records only where it is not this */
  hiddenAt?: false | null;
  /** values that a client may set, few so that they recur */
  some: fc.Arbitrary<number | boolean | null>;
};

export const EXPECTED_FIELDS = {
  available: { member: 'available', column: 'available', ofRoom: true, some: fc.integer({ min: 0, max: 3 }) },
  priceMinor: { member: 'price', column: 'price_minor', ofRoom: true, some: fc.integer({ min: 1, max: 3 }) },
  minStay: { member: 'min_stay', column: 'min_stay', ofRoom: true, some: fc.integer({ min: 1, max: 3 }) },
  maxStay: {
    member: 'max_stay',
    column: 'max_stay',
    ofRoom: false,
    hiddenAt: null,
    some: fc.option(fc.integer({ min: 3, max: 5 })),
  },
  closedToArrival: {
    member: 'closed_to_arrival',
    column: 'closed_to_arrival',
    ofRoom: false,
    hiddenAt: false,
    some: fc.boolean(),
  },
  closedToDeparture: {
    member: 'closed_to_departure',
    column: 'closed_to_departure',
    ofRoom: false,
    hiddenAt: false,
    some: fc.boolean(),
  },
  stopSell: {
    member: 'stop_sell',
    column: 'stop_sell',
    ofRoom: false,
    hiddenAt: false,
    some: fc.boolean(),
  },
} satisfies Record<string, ExpectedField>;

const FIELDS: ExpectedField[] = Object.values(EXPECTED_FIELDS);

/** The restrictions that records of the API leave out, with the values that they mean then. */
export const UNRESTRICTED = Object.fromEntries(
  FIELDS.flatMap(({ member, hiddenAt }) => (hiddenAt === undefined ? [] : [[member, hiddenAt]])),
);

/** Members of a request that sets a night, by name. */
export const SOME_MEMBERS = Object.fromEntries(FIELDS.map(({ member, some }) => [member, some]));

/** SQL for what clients see of `nights as n` with `rooms as r`: the count, then price and restrictions. */
export const SHOWN_COLUMNS = FIELDS.map(({ column, ofRoom }) =>
  ofRoom && column !== 'available' ? `coalesce(n.${column}, r.${column})` : `n.${column}`,
).join(', ');

/** SQL for the same of a night on which nothing is set. */
export const UNSET_COLUMNS = FIELDS.map(({ column, ofRoom, hiddenAt }) => {
  if (column === 'available') return 'coalesce(r.units, 1)';
  return ofRoom ? `r.${column}` : String(hiddenAt);
}).join(', ');
