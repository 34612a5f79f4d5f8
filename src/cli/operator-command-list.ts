// All operator commands, in the order in which the help shows them.
import { ACCESS_COMMANDS } from './access-commands.ts';
import { AVAILABILITY_COMMANDS } from './availability-commands.ts';
import { BOOKING_COMMANDS } from './booking-commands.ts';
import { CALENDAR_COMMANDS } from './calendar-commands.ts';
import { CHANNEL_COMMANDS } from './channel-commands.ts';
import type { OperatorCommand } from './operator-command.ts';
import { PROPERTY_COMMANDS } from './property-commands.ts';
import { PROPERTY_OPERATIONS_COMMANDS } from './property-operations-commands.ts';
import { WEBHOOK_COMMANDS } from './webhook-commands.ts';

/** Groups of commands and their descriptions. */
export const GROUPS: Record<string, string> = {
  property: 'properties and their settings',
  room: 'rooms and room types',
  token: 'who may use the API of a property',
  channel: 'connections to OTAs',
  booking: 'reservations: list, make, check in and out, change, cancel',
  offer: 'prices and free rooms for a stay',
  calendar: 'prices, free units and restrictions of nights',
  change: 'changes of the calendar and their undoing',
  message: 'conversations with guests',
  inquiry: 'questions of people who have no booking',
  task: 'housekeeping',
  ledger: 'income, payments and expenses',
  review: 'what guests wrote, and replies',
  log: 'use of the API and exchanges with channels',
  webhook: 'programs that every event is sent to',
  ical: 'links to the calendars of rooms',
  audit: 'what was done with the operator key',
};

export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  ...PROPERTY_COMMANDS,
  ...CHANNEL_COMMANDS,
  ...BOOKING_COMMANDS,
  ...AVAILABILITY_COMMANDS,
  ...CALENDAR_COMMANDS,
  ...PROPERTY_OPERATIONS_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...ACCESS_COMMANDS,
];
