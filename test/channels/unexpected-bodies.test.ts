// What people read of a response that could not be read: its shape and the error's text, nothing that guests have written.
import { expect, test } from 'vitest';
import { describeBody } from '../../src/channels/responses.ts';

const GUEST = 'Ada Lovelace, +351 910 000 000';

test.each([
  ['{"errors":{"code":"not_found","title":"Not Found"}}', 'not_found; Not Found'],
  ['{"errors":[{"message":"The version is not known"}]}', 'The version is not known'],
  ['{"error":"rate limit"}', 'rate limit'],
  [`{"data":[{"name":"${GUEST}"}],"meta":{}}`, 'a JSON object with data, meta'],
  [`{"messages":[{"message":"${GUEST}"}]}`, 'a JSON object with messages'],
  [`[{"name":"${GUEST}"}]`, 'a JSON list of 1'],
  [`{"data":[{"name":"${GUEST}`, 'JSON that is not complete, 48 characters'],
  [`<?xml version="1.0"?><!-- one -->\n<Bookings><Guest>${GUEST}</Guest>`, 'XML <Bookings>, 89 characters'],
  [`Warning: undefined index\n{"data":[{"name":"${GUEST}"}]}`, 'Warning: undefined index'],
  ['<!DOCTYPE html><html><title>Bad gateway</title></html>', 'a web page: Bad gateway, 54 characters'],
  [
    `<!DOCTYPE html><html><head><title>Error</title></head><body><pre>{"name":"${GUEST}"}</pre></body></html>`,
    'a web page: Error, 126 characters',
  ],
  [`<!DOCTYPE a [<!ENTITY x "y">]><Bookings><Guest>${GUEST}</Guest>`, 'a web page, 85 characters'],
  ['upstream connect error', 'upstream connect error'],
  ['', 'an empty answer'],
])('%s is described as: %s', (body, description) => {
  expect(describeBody(body)).toBe(description);
});
