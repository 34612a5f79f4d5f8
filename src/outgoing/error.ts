// The error of outgoing HTTP, with a kind for decisions and a message for people.
import { errors } from 'undici';
import type { CauseCode } from '../model/cause.ts';

type OutgoingErrorKind =
  /** connecting to the address is not allowed: wrong scheme, or inside a private network */
  | 'blocked'
  | 'timeout'
  /** more headers or body than allowed */
  | 'too_large'
  /** name not found, connection refused or cut, TLS failure */
  | 'network'
  /** too many redirects, or one without a usable address */
  | 'redirects'
  /** the response is not HTTP, or has an unknown encoding */
  | 'protocol';

/**
 * `message` contains at most the host: never userinfo, path or query, which may be secrets. It has no
 * `cause`, for the same reason.
 */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly kind: OutgoingErrorKind;
  /** the system's or undici's code (ECONNREFUSED, UND_ERR_SOCKET …), where there is one */
  readonly code?: string;

  constructor(kind: OutgoingErrorKind, message: string, code?: string) {
    super(message);
    this.kind = kind;
    if (code !== undefined) this.code = code;
  }
}

/** Returns why there was no answer. */
export function causeCodeOf({ kind, code = '' }: OutgoingError): CauseCode {
  if (kind === 'network') return NETWORK_CAUSES.find(([form]) => form.test(code))?.[1] ?? 'unreachable';
  return CAUSES_OF_KINDS[kind];
}

const CAUSES_OF_KINDS: Record<Exclude<OutgoingErrorKind, 'network'>, CauseCode> = {
  blocked: 'address_not_allowed',
  timeout: 'timed_out',
  too_large: 'answer_too_large',
  redirects: 'redirected',
  protocol: 'unreadable_answer',
};

const NETWORK_CAUSES: readonly [RegExp, CauseCode][] = [
  [/^(ENOTFOUND|EAI_.*)$/, 'host_unknown'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(Z_BUF_ERROR|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|EPIPE)$/, 'broken_off'],
  [/^(.*CERT.*|ERR_TLS.*|ERR_SSL.*|EPROTO|SELF_SIGNED.*|UNABLE_TO_.*)$/, 'not_secure'],
];

// undici 8: docs/docs/api/Errors.md; zlib's codes begin with Z_ or ERR_.
const KINDS: readonly [RegExp, OutgoingErrorKind, string][] = [
  [/^UND_ERR_REDIRECT_MAX$/, 'redirects', 'redirects too often'],
  // The first address was parsed before: this is the target of a redirect.
  [/^ERR_INVALID_URL$/, 'redirects', 'redirects to an address that is not a URL'],
  [/^UND_ERR_INVALID_ARG$/, 'protocol', 'was not asked: the request is not valid HTTP'],
  [/^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/, 'timeout', 'did not answer in time'],
  [/^UND_ERR_(HEADERS_OVERFLOW|RES_EXCEEDED_MAX_SIZE)$/, 'too_large', 'sent too large an answer'],
  [/^(ENOTFOUND|EAI_.*)$/, 'network', 'has no address (DNS)'],
  [/^ECONNREFUSED$/, 'network', 'refused the connection'],
  [/^Z_BUF_ERROR$/, 'network', 'broke off in the middle of its answer'],
  [
    /^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|EPIPE)$/,
    'network',
    'broke off the connection',
  ],
  [
    /^(.*CERT.*|ERR_TLS.*|ERR_SSL.*|EPROTO|SELF_SIGNED.*|UNABLE_TO_.*)$/,
    'network',
    'could not be reached securely (TLS)',
  ],
  [
    /^(Z_.*|ZSTD_.*|ERR_.*|UND_ERR_REQ_CONTENT_LENGTH_MISMATCH)$/,
    'protocol',
    'sent an answer that cannot be read',
  ],
];

/** Converts an error of undici, zlib or the system to an OutgoingError about `host`. */
export function outgoingError(error: unknown, host: string): OutgoingError {
  if (error instanceof OutgoingError) return error;
  if (error instanceof errors.HTTPParserError) {
    return new OutgoingError('protocol', `${host} sent an answer that is not HTTP.`);
  }
  const redirect = redirectError(error, host);
  if (redirect) return redirect;
  const code = codeOf(error);
  const [, kind, what] = KINDS.find(([form]) => code !== undefined && form.test(code)) ?? [];
  return new OutgoingError(kind ?? 'network', `${host} ${what ?? 'could not be reached'}.`, code);
}

/** undici reports what is wrong with the target of a redirect as an invalid argument; its text distinguishes them. */
function redirectError(error: unknown, host: string): OutgoingError | null {
  if (!(error instanceof errors.InvalidArgumentError)) return null;
  if (error.message.startsWith('Redirect loop'))
    return new OutgoingError('redirects', `${host} redirects in a circle.`);
  if (error.message.startsWith('Invalid URL'))
    return new OutgoingError('blocked', `${host} redirects to an address that is neither https nor http.`);
  return null;
}

/**
 * Returns the code of an error. An AggregateError (several addresses tried) without a code has that of its
 * first error.
 */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return undefined;
}
