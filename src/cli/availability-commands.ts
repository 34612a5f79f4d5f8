// Commands that show and set the prices and availability of nights.
import { StartError } from '../db/start-error.ts';
import { definitionOf, type FieldDefinition, NIGHT_FIELDS, type NightMember } from '../model/night-values.ts';
import { pathOf } from './client.ts';
import { dates, listCommand, type Members, type OperatorCommand, toNumber } from './operator-command.ts';

/** The options that set values of a night; restrictions that are not numbers take `on` or `off`. */
const NIGHT_OPTIONS = {
  available: '# units still sellable',
  price: '# nightly rate',
  min_stay: '# minimum stay, nights',
  max_stay: 'maximum stay, nights; none = no limit',
  stop_sell: 'on closes the nights, off opens them again',
  closed_to_arrival: 'on or off: no stay may arrive on these dates',
  closed_to_departure: 'on or off: no stay may leave on these dates',
} satisfies Record<NightMember, string>;

export const AVAILABILITY_COMMANDS: readonly OperatorCommand[] = [
  listCommand({
    name: 'calendar show',
    description: 'show price, free units and restrictions, night by night',
    resource: 'availability',
    options: { room_id: '# only this room', ...dates('nights') },
    columns: ['room_id', 'date', ...Object.keys(NIGHT_OPTIONS)],
    empty: 'There is no room yet: make one with "innwire room add".',
  }),
  {
    name: 'calendar set',
    description:
      'set nights of a room, from a date to a date, both inclusive; what is left out stays as it is. "innwire change undo" takes it back',
    arguments: [
      ['room', 'its id'],
      ['date', 'first night, yyyy-MM-dd'],
      ['[todate]', 'last night (absent: only the first)'],
    ],
    options: {
      ...NIGHT_OPTIONS,
      days: 'only these days of the week, such as fri,sat',
      dry_run: '? say what would change, change nothing',
    },
    ofProperty: true,
    request: ({ property, room, date, todate }, { dry_run, ...given }) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/availability`,
      query: { dry_run },
      body: { room_id: toNumber(room!), date, todate: todate ?? date, ...toBody(given) },
    }),
  },
];

/** Converts options to the members of an item: `on`/`off` to booleans, days to a list, `none` to null. */
function toBody({ date: _, days, ...given }: Members): object {
  const values = NIGHT_FIELDS.map(definitionOf)
    .filter(({ member }) => given[member] !== undefined)
    .map((field) => [field.member, toValue(field, given[field.member])]);
  return {
    ...given,
    ...Object.fromEntries(values),
    ...(days !== undefined && {
      days: String(days)
        .split(',')
        .map((day) => day.trim()),
    }),
  };
}

/** Converts a typed value. Throws StartError for one that the option does not take. */
function toValue({ member, sqlType, unrestricted }: FieldDefinition, given: unknown): unknown {
  if (sqlType === 'boolean') {
    if (given === 'on' || given === 'off') return given === 'on';
    throw new StartError(`--${member.replaceAll('_', '-')} takes on or off, not ${JSON.stringify(given)}.`);
  }
  if (unrestricted !== null) return given;
  return given === 'none' ? null : toNumber(String(given));
}
