// Files that guests attach to messages: part of the adapter interface (channel.ts).
import type { ConnectionView, Verdict, WireRequest, WireResponse } from './wire.ts';

/** A file that the channel keeps; `type` as the channel says it. */
type AttachedFile = { type: string | null; content: Buffer };

/** Reads a file from the channel, each time that somebody opens it. */
export type AttachmentProtocol<View = ConnectionView> = {
  /** `externalAttachment` as its message reported it; null = it is at a host that is not the channel's own: it is not requested */
  request(externalAttachment: string, connection: View): WireRequest | null;
  decode(response: WireResponse): Verdict<AttachedFile>;
};
