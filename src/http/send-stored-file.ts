// Sends a file that people have stored, such as a photo of a task: as what it is, and as nothing that a browser would run.
import type { FastifyReply } from 'fastify';
import type { StoredFile } from '../api/stored-file.ts';
import { savedAs } from '../model/saved-file.ts';

/**
 * An hour, and never asked for again in it: a stored file is not changed, but it may be removed. Only in the browser of who asked, and for
 * the session with which it was asked.
 */
const CACHING = 'private, max-age=3600, immutable';
/** Whoever opens the file by itself gets a document that runs and loads nothing. */
const CSP = "default-src 'none'; sandbox";

export function sendStoredFile(reply: FastifyReply, { type, content, name }: StoredFile): FastifyReply {
  return reply
    .header('cache-control', name === undefined ? CACHING : 'no-store')
    .header('vary', 'cookie, authorization')
    .header('content-security-policy', CSP)
    .header('content-disposition', name === undefined ? 'inline' : savedAs(name))
    .type(type)
    .send(content);
}
