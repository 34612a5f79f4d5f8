// The rooms and rates of a property at Booking.com, which show whether the account may work with it.

import type { Verdict, WireRequest, WireResponse } from '../channel.ts';
import { ok } from '../responses.ts';
import { find } from '../xml.ts';
import { readAnswer, requestAboutProperty, unexpectedResponse } from './client.ts';
import type { BookingComConnection } from './settings.ts';

export function requestMapping(connection: BookingComConnection): WireRequest {
  return requestAboutProperty(connection, {
    operation: 'test',
    host: 'supply',
    path: '/hotels/xml/roomrates',
  });
}

/** Decodes the list, whose root is not documented. It is not compared with the mapping: pushes of what does not exist are refused. */
export function decodeMapping(response: WireResponse): Verdict<null> {
  const document = readAnswer(response);
  if (document.kind !== 'ok') return document;
  const { root } = document.value;
  const isList = root.name === 'rooms' || (root.name !== 'request' && find(root, 'room') !== null);
  return isList ? ok(null) : unexpectedResponse(response);
}
