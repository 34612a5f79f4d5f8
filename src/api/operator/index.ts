// All operator operations, in the order in which the API describes them.
import { listAccounting } from '../public/accounting.ts';
import { listAvailability, setAvailability } from '../public/availability.ts';
import { cancelBooking, createBooking, listBookings } from '../public/bookings.ts';
import { listIcalLinks } from '../public/ical.ts';
import { answerInquiry, listGuestInquiries } from '../public/inquiries.ts';
import { listLogs } from '../public/logs.ts';
import { listGuestMessages, sendReply } from '../public/messages.ts';
import { listOffered } from '../public/offers.ts';
import { listGuestReviews } from '../public/reviews.ts';
import { getStatus } from '../public/status.ts';
import { listHousekeeping } from '../public/tasks.ts';
import { addEntry } from './accounting.ts';
import { getAudit } from './audit.ts';
import { getBooking, getConflicts, patchBooking } from './bookings.ts';
import { getChanges, undoCalendarChangeOperation } from './changes.ts';
import {
  deleteChannel,
  getChannel,
  getChannelNights,
  getChannels,
  getExchanges,
  resyncChannel,
} from './channels.ts';
import { patchChannel, putChannel } from './connect-channel.ts';
import { addTask, patchTask } from './housekeeping.ts';
import { rotateIcalLink, rotateInboundUrl } from './links.ts';
import { forOperator, type OperatorOperation } from './operation.ts';
import { getInstallationStatus, pauseAll, pauseChannel, resumeAll, resumeChannel } from './pauses.ts';
import { addProperty, getProperties, getProperty, patchProperty } from './properties.ts';
import { addReviewReply } from './reviews.ts';
import { addRoom, deleteRoom, getRoom, getRooms, patchRoom } from './rooms.ts';
import { addToken, deleteToken, getTokens } from './tokens.ts';
import {
  addWebhook,
  getDeliveries,
  getWebhooks,
  patchWebhook,
  removeWebhook,
  replayEvents,
  requestTest,
  rotateWebhookSecret,
} from './webhooks.ts';

export const operatorOperations: readonly OperatorOperation[] = [
  addProperty,
  getProperties,
  getProperty,
  patchProperty,
  forOperator(getStatus),
  addRoom,
  getRooms,
  getRoom,
  patchRoom,
  deleteRoom,
  addToken,
  getTokens,
  deleteToken,
  putChannel,
  patchChannel,
  getChannels,
  getChannel,
  deleteChannel,
  resyncChannel,
  pauseChannel,
  resumeChannel,
  getInstallationStatus,
  pauseAll,
  resumeAll,
  getChannelNights,
  rotateInboundUrl,
  forOperator(listIcalLinks),
  rotateIcalLink,
  forOperator(listLogs),
  getExchanges,
  forOperator(listBookings),
  forOperator(createBooking),
  getBooking,
  patchBooking,
  forOperator(cancelBooking),
  getConflicts,
  forOperator(listOffered),
  forOperator(listAvailability),
  forOperator(setAvailability),
  getChanges,
  undoCalendarChangeOperation,
  forOperator(listGuestMessages),
  forOperator(sendReply),
  forOperator(listGuestInquiries),
  forOperator(answerInquiry),
  forOperator(listHousekeeping),
  addTask,
  patchTask,
  forOperator(listAccounting),
  addEntry,
  forOperator(listGuestReviews),
  addReviewReply,
  addWebhook,
  getWebhooks,
  patchWebhook,
  removeWebhook,
  rotateWebhookSecret,
  replayEvents,
  requestTest,
  getDeliveries,
  getAudit,
];
