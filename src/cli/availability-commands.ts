// Commands that show and set the prices and availability of nights.
import { StartError } from '../db/start-error.ts';
import { pathOf } from './client.ts';
import { dates, listCommand, type Members, type OperatorCommand, toNumber } from './operator-command.ts';

/** Options that take `on` or `off`. */
const SWITCHES = {
  stop_sell: 'on closes the nights, off opens them again',
  closed_to_arrival: 'on or off: no stay may arrive on these dates',
  closed_to_departure: 'on or off: no stay may leave on these dates',
};

export const AVAILABILITY_COMMANDS: readonly OperatorCommand[] = [
  listCommand({
    name: 'calendar show',
    description: 'show price, free units and restrictions, night by night',
    resource: 'availability',
    options: { room_id: '# only this room', ...dates('nights') },
    columns: ['room_id', 'date', 'available', 'price', 'min_stay', 'max_stay', ...Object.keys(SWITCHES)],
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
      price: '# nightly rate',
      available: '# units still sellable',
      min_stay: '# minimum stay, nights',
      max_stay: 'maximum stay, nights; none = no limit',
      ...SWITCHES,
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
function toBody({ date: _, max_stay, days, ...given }: Members): object {
  const switches = Object.keys(SWITCHES)
    .filter((name) => given[name] !== undefined)
    .map((name) => [name, toSwitch(name, String(given[name]))]);
  return {
    ...given,
    ...Object.fromEntries(switches),
    ...(max_stay !== undefined && { max_stay: max_stay === 'none' ? null : toNumber(String(max_stay)) }),
    ...(days !== undefined && {
      days: String(days)
        .split(',')
        .map((day) => day.trim()),
    }),
  };
}

function toSwitch(name: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new StartError(`--${name.replaceAll('_', '-')} takes on or off, not ${JSON.stringify(text)}.`);
}
