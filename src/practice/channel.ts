// The practice channel: a sample OTA inside innwire, at which a new property tries how a channel works. Names by which both sides know
// each other.

/** The channel's name. No other connection may have it. */
export const PRACTICE_CHANNEL = 'practice';

/**
 * The host of its address. Names that end with `.invalid` exist in no network (RFC 6761): a request for it is answered in this process, or
 * goes nowhere.
 */
const PRACTICE_HOST = 'practice-channel.invalid';

export const PRACTICE_URL = `https://${PRACTICE_HOST}`;

/** Whether an address is that of the practice channel. */
export function isPracticeAddress(url: string | URL): boolean {
  // A name may end with the dot of the root.
  return URL.parse(String(url))?.hostname.replace(/\.$/, '') === PRACTICE_HOST;
}

/** Returns the code by which the practice channel knows a property. */
export function hotelCodeOf(hotelId: number): string {
  return `practice-${hotelId}`;
}

/** Returns the id of the property of a code; null = no such code. */
export function hotelIdOf(code: string | null): number | null {
  const id = /^practice-(\d{1,15})$/.exec(code ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

/** Returns the id of a room at the practice channel. */
export function externalRoomOf(roomId: number): string {
  return `room-${roomId}`;
}

/** Returns the room of an id at the practice channel; null = no such id. */
export function roomIdOf(externalRoom: string | null): number | null {
  const id = /^room-(\d{1,15})$/.exec(externalRoom ?? '')?.[1];
  return id === undefined ? null : Number(id);
}
