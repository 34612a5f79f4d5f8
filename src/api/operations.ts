// All operations in the order in which the operator's API describes them, and the paths under which each
// audience calls them.

import type { Operation, PropertyOperation } from './operation.ts';
import { postEntryOperation } from './operator/accounting.ts';
import {
  archivePropertyOperation,
  removePropertyOperation,
  unarchivePropertyOperation,
} from './operator/archive-property.ts';
import { listAuditOperation } from './operator/audit.ts';
import { changeBookingOperation, getBookingOperation, listConflictsOperation } from './operator/bookings.ts';
import { listChangesOperation, undoChangeOperation } from './operator/changes.ts';
import {
  disconnectChannelOperation,
  dismissOtaProblemsOperation,
  getChannelOperation,
  listChannelNightsOperation,
  listChannelsOperation,
  listExchangesOperation,
  listProtocolsOperation,
  resyncChannelOperation,
} from './operator/channels.ts';
import { changeChannelOperation, connectChannelOperation } from './operator/connect-channel.ts';
import { eraseGuestOperation, exportGuestOperation } from './operator/erase-guest.ts';
import { payGroupOperation } from './operator/groups.ts';
import { changeGuestOperation, getGuestOperation } from './operator/guests.ts';
import { changeTaskOperation, createTaskOperation } from './operator/housekeeping.ts';
import {
  createIcalLinkOperation,
  rotateIcalLinkOperation,
  rotateInboundUrlOperation,
} from './operator/links.ts';
import {
  getInstallationStatusOperation,
  pauseChannelOperation,
  pauseEverythingOperation,
  resumeChannelOperation,
  resumeEverythingOperation,
} from './operator/pauses.ts';
import {
  createPortfolioTokenOperation,
  listPortfolioTokensOperation,
  revokePortfolioTokenOperation,
} from './operator/portfolio-tokens.ts';
import {
  bookAtPracticeOperation,
  connectPracticeOperation,
  listPracticeOffersOperation,
  removePracticeOperation,
} from './operator/practice-channel.ts';
import {
  changePropertyOperation,
  createPropertyOperation,
  getPropertyOperation,
  listPropertiesOperation,
} from './operator/properties.ts';
import { decideProposalOperation } from './operator/proposals.ts';
import { replyToReviewOperation } from './operator/reviews.ts';
import {
  archiveRoomOperation,
  changeRoomOperation,
  createRoomOperation,
  getRoomOperation,
  listRoomsOperation,
} from './operator/rooms.ts';
import {
  addTaskPhotoOperation,
  getTaskPhotoOperation,
  removeTaskPhotoOperation,
} from './operator/task-photos.ts';
import { createTestPropertyOperation } from './operator/test-properties.ts';
import { createTokenOperation, listTokensOperation, revokeTokenOperation } from './operator/tokens.ts';
import {
  changeUserOperation,
  createSignInLinkOperation,
  createUserOperation,
  listUsersOperation,
  removePasskeysOperation,
  removeSecondFactorOperation,
  removeUserOperation,
  signOutUserOperation,
} from './operator/users.ts';
import {
  changeWebhookOperation,
  createWebhookOperation,
  deleteWebhookOperation,
  listWebhookDeliveriesOperation,
  listWebhooksOperation,
  replayWebhookOperation,
  rotateWebhookSecretOperation,
  testWebhookOperation,
} from './operator/webhooks.ts';
import { listAccountingOperation } from './public/accounting.ts';
import { assignUnitsOperation } from './public/assignments.ts';
import { listAvailabilityOperation, setAvailabilityOperation } from './public/availability.ts';
import { getBalancesReportOperation } from './public/balances-report.ts';
import {
  cancelBookingOperation,
  changeBookingOperation as changeBookingByTokenOperation,
  createBookingOperation,
  listBookingsOperation,
} from './public/bookings.ts';
import { getBookingsReportOperation } from './public/bookings-report.ts';
import { getChargesReportOperation } from './public/charges-report.ts';
import {
  changeClosureOperation,
  createClosureOperation,
  endClosureOperation,
  listClosuresOperation,
} from './public/closures.ts';
import { getDeskOperation } from './public/desk.ts';
import { listEventsOperation } from './public/events.ts';
import {
  cancelGroupOperation,
  changeGroupOperation,
  createGroupOperation,
  listGroupsOperation,
} from './public/groups.ts';
import { answerGuestRequestOperation, listGuestRequestsOperation } from './public/guest-requests.ts';
import { listGuestReviewsOperation, writeGuestReviewOperation } from './public/guest-reviews.ts';
import { changeGuestOperation as changeGuestByTokenOperation, listGuestsOperation } from './public/guests.ts';
import { getHotelOperation } from './public/hotels.ts';
import { listIcalLinksOperation } from './public/ical.ts';
import { listInquiriesOperation, replyToInquiryOperation } from './public/inquiries.ts';
import { listLogsOperation } from './public/logs.ts';
import { listGuestSuggestionsOperation, mergeGuestsOperation } from './public/merge-guests.ts';
import { getMessageAttachmentOperation } from './public/message-attachments.ts';
import {
  changeMessageTemplateOperation,
  createMessageTemplateOperation,
  fillMessageTemplateOperation,
  listMessageTemplatesOperation,
  removeMessageTemplateOperation,
} from './public/message-templates.ts';
import { changeMessageOperation, listMessagesOperation, sendReplyOperation } from './public/messages.ts';
import { listOffersOperation } from './public/offers.ts';
import { getPaceReportOperation } from './public/pace-report.ts';
import { listOpenedPropertiesOperation } from './public/properties.ts';
import { listProposalsOperation } from './public/proposals.ts';
import { listRentalsOperation } from './public/rentals.ts';
import { getReportOperation } from './public/reports.ts';
import { listReviewsOperation } from './public/reviews.ts';
import { getStatusOperation } from './public/status.ts';
import { listTasksOperation } from './public/tasks.ts';
import { getToReturnReportOperation } from './public/to-return-report.ts';
import {
  archiveUnitOperation,
  changeUnitOperation,
  createUnitsOperation,
  listUnitsOperation,
} from './public/units.ts';
import { id, object } from './schema.ts';
import {
  addPasskeyOperation,
  beginPasskeyOperation,
  beginPasskeySignInOperation,
  listPasskeysOperation,
  removePasskeyOperation,
  renamePasskeyOperation,
} from './session/passkeys.ts';
import {
  endSharingOperation,
  getSharedScreenOperation,
  lockScreenOperation,
  setPinOperation,
  shareScreenOperation,
  switchPersonOperation,
} from './session/screens.ts';
import {
  beginSecondFactorOperation,
  disableSecondFactorOperation,
  enableSecondFactorOperation,
  replaceRecoveryCodesOperation,
} from './session/second-factor.ts';
import {
  changePasswordOperation,
  changeSessionOperation,
  getSessionOperation,
  listSessionsOperation,
  readSignInLinkOperation,
  revokeSessionOperation,
  signInOperation,
  signOutOperation,
} from './session/sessions.ts';

const operations: readonly Operation[] = [
  createPropertyOperation,
  listPropertiesOperation,
  getPropertyOperation,
  changePropertyOperation,
  archivePropertyOperation,
  unarchivePropertyOperation,
  removePropertyOperation,
  createTestPropertyOperation,
  getHotelOperation,
  listOpenedPropertiesOperation,
  getStatusOperation,
  getDeskOperation,
  listRentalsOperation,
  createRoomOperation,
  listRoomsOperation,
  getRoomOperation,
  changeRoomOperation,
  archiveRoomOperation,
  listUnitsOperation,
  createUnitsOperation,
  changeUnitOperation,
  archiveUnitOperation,
  assignUnitsOperation,
  listClosuresOperation,
  createClosureOperation,
  changeClosureOperation,
  endClosureOperation,
  createTokenOperation,
  listTokensOperation,
  revokeTokenOperation,
  createPortfolioTokenOperation,
  listPortfolioTokensOperation,
  revokePortfolioTokenOperation,
  createUserOperation,
  listUsersOperation,
  changeUserOperation,
  removeUserOperation,
  createSignInLinkOperation,
  removePasskeysOperation,
  removeSecondFactorOperation,
  signOutUserOperation,
  getSessionOperation,
  signInOperation,
  changeSessionOperation,
  readSignInLinkOperation,
  signOutOperation,
  listSessionsOperation,
  revokeSessionOperation,
  listPasskeysOperation,
  beginPasskeyOperation,
  beginSecondFactorOperation,
  enableSecondFactorOperation,
  replaceRecoveryCodesOperation,
  disableSecondFactorOperation,
  addPasskeyOperation,
  renamePasskeyOperation,
  removePasskeyOperation,
  beginPasskeySignInOperation,
  getSharedScreenOperation,
  shareScreenOperation,
  endSharingOperation,
  switchPersonOperation,
  lockScreenOperation,
  setPinOperation,
  changePasswordOperation,
  connectChannelOperation,
  changeChannelOperation,
  listChannelsOperation,
  listProtocolsOperation,
  getChannelOperation,
  disconnectChannelOperation,
  resyncChannelOperation,
  dismissOtaProblemsOperation,
  connectPracticeOperation,
  listPracticeOffersOperation,
  bookAtPracticeOperation,
  removePracticeOperation,
  pauseChannelOperation,
  resumeChannelOperation,
  getInstallationStatusOperation,
  pauseEverythingOperation,
  resumeEverythingOperation,
  listChannelNightsOperation,
  rotateInboundUrlOperation,
  listIcalLinksOperation,
  createIcalLinkOperation,
  rotateIcalLinkOperation,
  listLogsOperation,
  listEventsOperation,
  listExchangesOperation,
  listBookingsOperation,
  createBookingOperation,
  getBookingOperation,
  changeBookingByTokenOperation,
  changeBookingOperation,
  cancelBookingOperation,
  listConflictsOperation,
  listGuestsOperation,
  getGuestOperation,
  changeGuestByTokenOperation,
  changeGuestOperation,
  listGroupsOperation,
  createGroupOperation,
  changeGroupOperation,
  payGroupOperation,
  cancelGroupOperation,
  listGuestSuggestionsOperation,
  mergeGuestsOperation,
  exportGuestOperation,
  eraseGuestOperation,
  listOffersOperation,
  listAvailabilityOperation,
  setAvailabilityOperation,
  listChangesOperation,
  undoChangeOperation,
  listMessagesOperation,
  sendReplyOperation,
  changeMessageOperation,
  getMessageAttachmentOperation,
  listMessageTemplatesOperation,
  fillMessageTemplateOperation,
  createMessageTemplateOperation,
  changeMessageTemplateOperation,
  removeMessageTemplateOperation,
  listInquiriesOperation,
  replyToInquiryOperation,
  listGuestRequestsOperation,
  answerGuestRequestOperation,
  listTasksOperation,
  createTaskOperation,
  changeTaskOperation,
  addTaskPhotoOperation,
  getTaskPhotoOperation,
  removeTaskPhotoOperation,
  listAccountingOperation,
  postEntryOperation,
  getReportOperation,
  getPaceReportOperation,
  getBookingsReportOperation,
  getChargesReportOperation,
  getBalancesReportOperation,
  getToReturnReportOperation,
  listReviewsOperation,
  replyToReviewOperation,
  listGuestReviewsOperation,
  writeGuestReviewOperation,
  listProposalsOperation,
  decideProposalOperation,
  createWebhookOperation,
  listWebhooksOperation,
  changeWebhookOperation,
  deleteWebhookOperation,
  rotateWebhookSecretOperation,
  replayWebhookOperation,
  testWebhookOperation,
  listWebhookDeliveriesOperation,
  listAuditOperation,
];

/** The operations that a property's token opens, with their whole paths: `/api/tasks/{api_token}`. */
export const publicOperations: readonly PropertyOperation[] = operations
  .filter((operation): operation is PropertyOperation => operation.audience.includes('public'))
  .map((operation) => withIdsInQuery(operation))
  .map((operation) => ({ ...operation, path: `/api${operation.path}/{api_token}` }));

/** The operations with which a browser signs in and out. Their paths are whole: `/session`. */
export const sessionOperations: readonly Operation[] = operations.filter(({ audience }) =>
  audience.includes('session'),
);

/** The operations that the operator key opens, with their whole paths. */
export const operatorOperations: readonly Operation[] = operations
  .filter(({ audience }) => audience.includes('operator'))
  .map((operation) =>
    operation.kind === 'installation' ? ofInstallation(operation) : ofProperty(operation),
  );

/** Public paths have no ids: `/tasks/{task_id}` becomes `/tasks`, with the parameter `task_id` of the query. */
function withIdsInQuery(operation: PropertyOperation): PropertyOperation {
  const path = operation.path.replaceAll(/\/\{\w+\}/g, '');
  if (operation.kind === 'list' || path === operation.path) return operation;
  const { params } = operation;
  const query = object({ ...params.properties, ...operation.query.properties });
  if (operation.kind === 'read') return { ...operation, path, params: object({}), query };
  const { changes, run } = operation;
  return {
    ...operation,
    path,
    params: object({}),
    query,
    ...(changes && { changes: { ...changes, id: ({ query }) => changes.id({ params: query, query }) } }),
    run: (tx, call, { query, body }) => run(tx, call, { params: query, query, body }),
  };
}

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
