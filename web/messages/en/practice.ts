// The practice channel, in English.
import { endSentence } from '../end-sentence.ts';

export const practice = {
  name: 'Practice channel',
  mark: 'Practice: no real guests',
  connect: 'Connect the practice channel',
  connected: 'The practice channel is connected',
  remove: 'Remove with its bookings',
  removed: 'The practice channel and its bookings are removed',
  about:
    'Or try how a channel works first: innwire plays one itself. It sells to invented guests and never reaches outside.',
  bookAsGuest: 'Book as a guest of the practice channel',
  shop: 'At the practice channel',
  shopAbout:
    'Prices and free rooms as the practice channel was sent them. What you book here arrives in your calendar as from a real channel.',
  arrival: 'Arrival',
  departure: 'Departure',
  book: 'Book',
  bookRoom: (room: string) => `Book ${room}`,
  sold: 'Booked at the practice channel',
  left: (count: number) => `${count} left`,
  noNights: 'It has no nights of yours yet. They come within seconds.',
  reasons: {
    room_unavailable: 'sold out there',
    min_stay_not_met: 'the stay is too short',
    max_stay_exceeded: 'the stay is too long',
    closed_to_arrival: 'no arrival that day',
    closed_to_departure: 'no departure that day',
  },
  waiting: 'Your nights are on their way to the practice channel. Its first booking comes by itself …',
  arrived: (guest: string, stay: string) => endSentence(`${guest} has just booked: ${stay}`),
  inCalendar: 'See it in the calendar',
  proof: 'See what the channel knows',
};
