// Files that guests attach to messages at Channex.
//
// Source: docs.channex.io, "Messages Collection" (read 2026-11-30): a message has a list of links. Of their form nothing is
// documented. They are known from accounts in use to be relative to /api/v1/ and to open with the key only; links with a host,
// and objects with a link in them, are read too. A link to another host is listed and never requested.

import type { ChannelAttachment } from '../../model/channel-records.ts';
import type { AttachmentProtocol } from '../attachments.ts';
import { fieldsOf, lineOf, listOf, textOf } from '../json.ts';
import { describeBody, ok, refused } from '../responses.ts';
import { address, readFailure } from './client.ts';
import type { ChannexConnection } from './settings.ts';

/** Returns what is attached to a message; entries without a link are left out. */
export function readAttachments(attachments: unknown): ChannelAttachment[] {
  return listOf(attachments).flatMap((one) => {
    const { url, link, path, file_name: fileName, file_type: fileType } = fieldsOf(one);
    const externalAttachment = [one, url, link, path].map(textOf).find((text) => text !== null);
    if (!externalAttachment) return [];
    return [
      {
        externalAttachment,
        name: lineOf(fileName) ?? nameIn(externalAttachment),
        type: textOf(fileType),
      },
    ];
  });
}

/** Returns the last part of a link, if it is the name of a file; null = it is an id. */
function nameIn(link: string): string | null {
  const part = link.split(/[?#]/)[0]!.split('/').at(-1)!;
  return /^[^.].*\.[a-z\d]{2,5}$/i.test(part) ? lineOf(decoded(part)) : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const attachments: AttachmentProtocol<ChannexConnection> = {
  request: (link, connection) => {
    const base = new URL(address(connection, ''));
    const isBelow = link.startsWith('/') && !link.startsWith('//') && !link.startsWith(base.pathname);
    const url = URL.parse(isBelow ? link.slice(1) : link, base);
    // The key is sent along: to nobody but Channex, and to nothing but its API.
    if (url?.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
    return { operation: 'attachment', method: 'GET', url: url.href, isFile: true };
  },
  decode: (response) => {
    const failure = readFailure(response, 'refused');
    if (failure) return failure;
    const { file, headers } = response;
    if (!file) return refused('Channex answered no file');
    const type = headers['content-type'] ?? null;
    // A record of its API, which a link may name too, or an error with status 200.
    return /\bjson\b/i.test(type ?? '')
      ? refused(`Channex has no such file: ${describeBody(file.toString())}`)
      : ok({ type, content: file });
  },
};
