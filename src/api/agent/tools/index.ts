// All tools in the order in which they are listed to agents: reads first, then writes.
import type { Tool } from '../tool.ts';
import { checkAvailability, listAvailabilityTool } from './availability.ts';
import { getBooking, listBookingsTool } from './bookings.ts';
import { cancelBookingTool, createBookingTool } from './change-bookings.ts';
import { listMessagesTool, listReviewsTool, sendGuestMessage } from './conversations.ts';
import { listAccountingEntries, listTasksTool } from './housekeeping-and-ledger.ts';
import { listInquiriesTool, sendInquiryReply } from './inquiries.ts';
import { getDailyOverview } from './overview.ts';
import {
  getChannelStatus,
  getProperty,
  listActivityLog,
  listIcalLinksTool,
  listRoomsTool,
} from './property.ts';
import { updateAvailability } from './set-availability.ts';

export const tools: readonly Tool[] = [
  getProperty,
  listRoomsTool,
  checkAvailability,
  listAvailabilityTool,
  listBookingsTool,
  getBooking,
  getDailyOverview,
  listMessagesTool,
  listInquiriesTool,
  listTasksTool,
  listAccountingEntries,
  listReviewsTool,
  listIcalLinksTool,
  getChannelStatus,
  listActivityLog,
  createBookingTool,
  cancelBookingTool,
  updateAvailability,
  sendGuestMessage,
  sendInquiryReply,
];
