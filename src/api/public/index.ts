// All public operations, in the order in which the API describes them.
import type { Operation } from '../operation.ts';
import { listAccounting } from './accounting.ts';
import { listAvailability, setAvailability } from './availability.ts';
import { cancelBooking, createBooking, listBookings, patchBooking } from './bookings.ts';
import { listEvents } from './events.ts';
import { getHotel } from './hotels.ts';
import { listIcalLinks } from './ical.ts';
import { answerInquiry, listGuestInquiries } from './inquiries.ts';
import { listLogs } from './logs.ts';
import { listGuestMessages, sendReply } from './messages.ts';
import { listOffered } from './offers.ts';
import { listRentals } from './rentals.ts';
import { listGuestReviews } from './reviews.ts';
import { getStatus } from './status.ts';
import { listHousekeeping } from './tasks.ts';

export const publicOperations: readonly Operation[] = [
  listBookings,
  createBooking,
  patchBooking,
  cancelBooking,
  listAvailability,
  setAvailability,
  listOffered,
  listRentals,
  listGuestMessages,
  sendReply,
  listGuestInquiries,
  answerInquiry,
  listHousekeeping,
  listAccounting,
  listGuestReviews,
  listIcalLinks,
  getStatus,
  getHotel,
  listEvents,
  listLogs,
];
