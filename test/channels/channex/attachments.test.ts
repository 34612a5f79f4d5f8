// Files that guests attach over Channex: which links are requested, and with what.
import { expect, test } from 'vitest';
import { readAttachments } from '../../../src/channels/channex/attachments.ts';
import { channex } from '../../../src/channels/channex/index.ts';
import { connection } from './connection.ts';

const API = 'https://staging.channex.io/api/v1/';
const requestOf = (link: string) => channex.attachments!.request(link, { ...connection, url: null });
const pathOf = (link: string) => requestOf(link)?.url.replace(/^https:\/\/[^/]+\/api\/v1\//, '') ?? null;

test.each([
  'attachments/1/photo.jpg',
  '/attachments/1/photo.jpg',
  '/api/v1/attachments/1/photo.jpg',
])('%s is requested below the API', (link) => {
  expect(pathOf(link)).toBe('attachments/1/photo.jpg');
});

test('a link with the own host is requested there', () => {
  const { origin } = new URL(requestOf('x')!.url);
  expect(requestOf(`${origin}/api/v1/attachments/1`)?.url).toBe(`${origin}/api/v1/attachments/1`);
});

test.each([
  'https://photos.example.com/1.jpg',
  '//photos.example.com/api/v1/1.jpg',
  'https://app.channex.io.example.com/api/v1/1.jpg',
  '../../users',
  '%2e%2e/%2e%2e/users',
  '/api/v1/../../users',
  'javascript:alert(1)',
  'data:text/html,1',
  API.replace('https', 'ftp'),
])('%s is not requested', (link) => {
  expect(requestOf(link)).toBeNull();
});

test('the key is sent with the request, and any type is accepted', () => {
  const request = channex.authorization!.authorize(requestOf('attachments/1')!, connection, null);
  expect(request.headers).toMatchObject({ 'user-api-key': connection.credentials['api_key'], accept: '*/*' });
});

test('links and objects with a link are read, and names where there are some', () => {
  expect(
    readAttachments([
      'attachments/a%20b/my%20photo.jpg',
      '/api/v1/attachments/5848b518-07a4-4c8c-a998-2784d638ba30',
      { url: '/api/v1/attachments/2', file_name: 'pass.pdf', file_type: 'application/pdf' },
      { id: 3 },
      null,
    ]),
  ).toEqual([
    { externalAttachment: 'attachments/a%20b/my%20photo.jpg', name: 'my photo.jpg', type: null },
    {
      externalAttachment: '/api/v1/attachments/5848b518-07a4-4c8c-a998-2784d638ba30',
      name: null,
      type: null,
    },
    { externalAttachment: '/api/v1/attachments/2', name: 'pass.pdf', type: 'application/pdf' },
  ]);
  expect(readAttachments(undefined)).toEqual([]);
});

test.each([
  ['an error inside a success', '{"errors":{"code":"resource_not_found"}}', 'resource_not_found'],
  ['a record of the API', '{"data":[{"attributes":{"mail":"a@b.example"}}]}', 'a JSON object with data'],
])('%s is no file', (_, text, said) => {
  const file = Buffer.from(text);
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  expect(channex.attachments!.decode({ status: 200, headers, body: '', file })).toEqual({
    kind: 'refused',
    reason: `Channex has no such file: ${said}`,
  });
});

test('a file of no named type is one', () => {
  const text = { status: 200, headers: {}, body: '', file: Buffer.from('x') };
  expect(channex.attachments!.decode(text)).toEqual({
    kind: 'ok',
    value: { type: null, content: text.file },
  });
});

test('a redirect is not followed', () => {
  const headers = { location: 'https://photos.example.com/1.jpg' };
  expect(channex.attachments!.decode({ status: 302, headers, body: '' }).kind).toBe('refused');
});
