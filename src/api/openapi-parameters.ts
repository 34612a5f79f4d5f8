// The parameters in the OpenAPI description that operations have in common. Headers have no examples, because
// the explorer would send an example with every first request.
import { NAMED_PROPERTY } from './named-property.ts';
import { text } from './schema.ts';

export const API_TOKEN = {
  name: 'api_token',
  in: 'path',
  required: true,
  description: 'the property token; `api_token` is the sandbox, `session` the person who is signed in',
  schema: { type: 'string', example: 'api_token' },
};

const { description, example, ...integer } = NAMED_PROPERTY as object as {
  description: string;
  example: number;
};

/** It has its example in its description only, as all optional parameters. */
export const HOTEL_ID = {
  name: 'hotel_id',
  in: 'query',
  required: false,
  description: `${description}; such as \`${example}\``,
  schema: integer,
};

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'a unique key for this write; if the request is repeated with it within 24 hours, the stored answer is returned; such as `6f1c2a10-booking-77`',
  schema: text({ minLength: 1, maxLength: 255 }),
};

export const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: '`ETag` of the record: answers 412 if the record has changed since',
  schema: text(),
};

export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'an `ETag` from an earlier answer: answers 304 if nothing has changed since',
  schema: text(),
};
