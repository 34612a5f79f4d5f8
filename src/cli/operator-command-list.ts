// All operator commands, in the order in which the help shows them.
import { BOOKING_COMMANDS } from './booking-commands.ts';
import { CHANNEL_COMMANDS } from './channel-commands.ts';
import { LOG_COMMANDS } from './log-commands.ts';
import { type OperatorCommand, toCommand } from './operator-command.ts';
import { PROPERTY_COMMANDS } from './property-commands.ts';

/** Groups of commands and their descriptions. */
export const GROUPS: Record<string, string> = {
  property: 'properties and their settings',
  room: 'rooms and room types',
  unit: 'physical rooms with a number, and their condition',
  proposal: 'what agents propose, and deciding it',
  template: 'texts for guests, which a booking fills',
  closure: 'times in which units are out of order or out of service',
  calendar: 'prices, free units and restrictions of nights',
  change: 'changes of the calendar and their undoing',
  token: 'who may use the API of a property',
  user: 'people who may sign in, and their roles',
  ical: 'links to the calendars of rooms',
  channel: 'connections to OTAs',
  booking: 'reservations: list, make, check in and out, change, cancel',
  group: 'several rooms of one order: list, book, change, pay, cancel',
  guest: 'the people who stay',
  offer: 'prices and free rooms for a stay',
  message: 'conversations with guests',
  inquiry: 'questions of people who have no booking',
  request: 'what guests ask at channels and wait to be answered',
  review: 'what guests wrote, and replies',
  'guest-review': 'what you write about guests at channels that have them reviewed',
  task: 'housekeeping',
  ledger: 'income, payments and expenses',
  report: 'occupancy, rates and revenue, now or at a moment of the past',
  log: 'use of the API and exchanges with channels',
  webhook: 'programs that every event is sent to',
  audit: 'what was done with the operator key and by people who sign in',
};

export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  ...PROPERTY_COMMANDS,
  ...CHANNEL_COMMANDS,
  ...BOOKING_COMMANDS,
  ...LOG_COMMANDS,
].map(toCommand);
