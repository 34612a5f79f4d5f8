// All operations in the order in which the operator's API describes them, and the paths under which each
// audience calls them.
import type { Operation, PropertyOperation } from './operation.ts';
import { addEntry } from './operator/accounting.ts';
import { getAudit } from './operator/audit.ts';
import { getBooking, getConflicts, patchBooking } from './operator/bookings.ts';
import { getChanges, undoCalendarChangeOperation } from './operator/changes.ts';
import {
  deleteChannel,
  getChannel,
  getChannelNights,
  getChannels,
  getExchanges,
  resyncChannel,
} from './operator/channels.ts';
import { patchChannel, putChannel } from './operator/connect-channel.ts';
import { addTask, patchTask } from './operator/housekeeping.ts';
import { rotateIcalLink, rotateInboundUrl } from './operator/links.ts';
import {
  getInstallationStatus,
  pauseAll,
  pauseChannel,
  resumeAll,
  resumeChannel,
} from './operator/pauses.ts';
import { addProperty, getProperties, getProperty, patchProperty } from './operator/properties.ts';
import { addReviewReply } from './operator/reviews.ts';
import { addRoom, deleteRoom, getRoom, getRooms, patchRoom } from './operator/rooms.ts';
import { addToken, deleteToken, getTokens } from './operator/tokens.ts';
import {
  addWebhook,
  getDeliveries,
  getWebhooks,
  patchWebhook,
  removeWebhook,
  replayEvents,
  requestTest,
  rotateWebhookSecret,
} from './operator/webhooks.ts';
import { listAccounting } from './public/accounting.ts';
import { listAvailability, setAvailability } from './public/availability.ts';
import {
  cancelBooking,
  createBooking,
  listBookings,
  patchBooking as patchBookingByToken,
} from './public/bookings.ts';
import { listEvents } from './public/events.ts';
import { getHotel } from './public/hotels.ts';
import { listIcalLinks } from './public/ical.ts';
import { answerInquiry, listGuestInquiries } from './public/inquiries.ts';
import { listLogs } from './public/logs.ts';
import { listGuestMessages, sendReply } from './public/messages.ts';
import { listOffered } from './public/offers.ts';
import { listRentals } from './public/rentals.ts';
import { listGuestReviews } from './public/reviews.ts';
import { getStatus } from './public/status.ts';
import { listHousekeeping } from './public/tasks.ts';
import { id, object } from './schema.ts';

const operations: readonly Operation[] = [
  addProperty,
  getProperties,
  getProperty,
  patchProperty,
  getHotel,
  getStatus,
  listRentals,
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
  listIcalLinks,
  rotateIcalLink,
  listLogs,
  listEvents,
  getExchanges,
  listBookings,
  createBooking,
  getBooking,
  patchBookingByToken,
  patchBooking,
  cancelBooking,
  getConflicts,
  listOffered,
  listAvailability,
  setAvailability,
  getChanges,
  undoCalendarChangeOperation,
  listGuestMessages,
  sendReply,
  listGuestInquiries,
  answerInquiry,
  listHousekeeping,
  addTask,
  patchTask,
  listAccounting,
  addEntry,
  listGuestReviews,
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

/** The operations that a property's token opens, with their whole paths: `/api/tasks/{api_token}`. */
export const publicOperations: readonly PropertyOperation[] = operations
  .filter((operation): operation is PropertyOperation => operation.audience.includes('public'))
  .map((operation) => ({ ...operation, path: `/api${operation.path}/{api_token}` }));

/** The operations that the operator key opens, with their whole paths. */
export const operatorOperations: readonly Operation[] = operations
  .filter(({ audience }) => audience.includes('operator'))
  .map((operation) =>
    operation.kind === 'installation' ? ofInstallation(operation) : ofProperty(operation),
  );

/** `/audit` becomes `/operator/audit`. */
function ofInstallation(operation: Operation): Operation {
  return { ...operation, path: `/operator${operation.path}` };
}

/** `/tasks/{task_id}` becomes `/operator/properties/{hotel_id}/tasks/{task_id}`. */
function ofProperty(operation: Operation): Operation {
  return {
    ...operation,
    path: `/operator/properties/{hotel_id}${operation.path}`,
    params: object({ hotel_id: id('property', 1001), ...operation.params.properties }),
  };
}
