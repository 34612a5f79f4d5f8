// All tools in the order in which they are listed to agents: reads first, then writes.
import type { Tool } from '../tool.ts';
import { checkAvailabilityTool, listAvailabilityTool } from './availability.ts';
import { getBookingTool, listBookingsTool } from './bookings.ts';
import { cancelBookingTool, createBookingTool, updateBookingTool } from './change-bookings.ts';
import { listMessagesTool, listReviewsTool, sendGuestMessageTool } from './conversations.ts';
import { listAccountingEntriesTool, listTasksTool } from './housekeeping-and-ledger.ts';
import { listInquiriesTool, sendInquiryReplyTool } from './inquiries.ts';
import { getDailyOverviewTool } from './overview.ts';
import {
  getChannelStatusTool,
  getPropertyTool,
  listActivityLogTool,
  listIcalLinksTool,
  listRoomsTool,
} from './property.ts';
import { getReportTool } from './reports.ts';
import { updateAvailabilityTool } from './set-availability.ts';

export const tools: readonly Tool[] = [
  getPropertyTool,
  listRoomsTool,
  checkAvailabilityTool,
  listAvailabilityTool,
  listBookingsTool,
  getBookingTool,
  getDailyOverviewTool,
  listMessagesTool,
  listInquiriesTool,
  listTasksTool,
  listAccountingEntriesTool,
  getReportTool,
  listReviewsTool,
  listIcalLinksTool,
  getChannelStatusTool,
  listActivityLogTool,
  createBookingTool,
  updateBookingTool,
  cancelBookingTool,
  updateAvailabilityTool,
  sendGuestMessageTool,
  sendInquiryReplyTool,
];
