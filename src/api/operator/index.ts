// Every operation of the operator's side, in the order in which its API describes them.
import { addEntry } from './accounting.ts';
import { getConflicts, patchBooking } from './bookings.ts';
import { getChanges, undoCalendarChange } from './changes.ts';
import {
  deleteChannel,
  getChannel,
  getChannelNights,
  getChannels,
  getExchanges,
  putChannel,
  resyncChannel,
} from './channels.ts';
import { addTask, patchTask } from './housekeeping.ts';
import type { OperatorOperation } from './operation.ts';
import { addProperty, getProperties, patchProperty } from './properties.ts';
import { addReviewReply } from './reviews.ts';
import { addRoom, deleteRoom, getRooms, patchRoom } from './rooms.ts';
import { addToken, deleteToken, getTokens } from './tokens.ts';
import {
  addWebhook,
  askForTest,
  getDeliveries,
  getWebhooks,
  patchWebhook,
  removeWebhook,
  replayEvents,
  rotateWebhookSecret,
} from './webhooks.ts';

export const operatorOperations: readonly OperatorOperation[] = [
  addProperty,
  getProperties,
  patchProperty,
  addRoom,
  getRooms,
  patchRoom,
  deleteRoom,
  addToken,
  getTokens,
  deleteToken,
  putChannel,
  getChannels,
  getChannel,
  deleteChannel,
  resyncChannel,
  getChannelNights,
  getExchanges,
  patchBooking,
  getConflicts,
  getChanges,
  undoCalendarChange,
  addTask,
  patchTask,
  addEntry,
  addReviewReply,
  addWebhook,
  getWebhooks,
  patchWebhook,
  removeWebhook,
  rotateWebhookSecret,
  replayEvents,
  askForTest,
  getDeliveries,
];
