// The start page for browsers, and what its headers allow.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';

const api = useApi({ sample: true });
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };

describe('the start page', () => {
  test('leads people to the desk, and developers to the API and the commands', async () => {
    const { status, headers, text } = await api.get('/', BROWSER);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<a class="button" href="/desk">Open the desk</a>');
    expect(text).toContain('href="/swagger"');
    expect(text).toContain('node bin/innwire.js property add');
    expect(text).not.toMatch(/__/);
  });

  test('keeps each command on one line on a narrow screen, and names the settings that commands need', async () => {
    const { text } = await api.get('/', BROWSER);
    expect(text).toMatch(/pre \{[^}]*overflow-x: auto/);
    expect(text).toMatch(/pre code \{[^}]*white-space: pre;/);
    expect(text).toContain('started with <code>PORT</code> or <code>DATA_DIR</code> set');
  });

  test('its links lead somewhere', async () => {
    const { text } = await api.get('/', BROWSER);
    const targets = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1]!);
    expect(targets.length).toBeGreaterThan(5);
    for (const target of targets) {
      expect(target, 'within this server').toMatch(/^\/[^/]/);
      // The desk answers 503 until it is built.
      const expected = target === '/desk' ? [200, 503] : [200];
      expect(expected, target).toContain((await api.get(target)).status);
    }
  });

  test('allows a browser its own style sheet and icon, and nothing else', async () => {
    const { headers, text } = await api.get('/', BROWSER);
    const style = createHash('sha256')
      .update(/<style>(.*)<\/style>/s.exec(text)![1]!)
      .digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${style}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).not.toMatch(/<script|\bon\w+=|\bstyle=|https?:\/\/(?!innwire\.test)/);
  });

  test('shows the address as it is set, as text', async () => {
    const before = api.baseUrl;
    api.baseUrl = 'https://pms.example.com/"><script>';
    const { text } = await api.get('/', BROWSER);
    api.baseUrl = before;
    expect(text).toContain('https://pms.example.com/&#34;&#62;&#60;script&#62;/mcp/api_token');
  });
});

test('a program that asks for no HTML gets the same addresses as JSON', async () => {
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const answer = await api.get('/', headers as Record<string, string>);
    expect(answer.headers['vary']).toBe('accept');
    expect(answer.body).toMatchObject({ name: 'innwire', explorer: expect.stringMatching(/\/swagger$/) });
  }
});

test('browsers find the icon where they look for it', async () => {
  const ico = await api.get('/favicon.ico');
  expect([ico.status, ico.headers['content-type']]).toEqual([200, 'image/x-icon']);
  const svg = await api.get('/favicon.svg');
  expect([svg.status, svg.headers['content-type']]).toEqual([200, 'image/svg+xml']);
});

test('the start page accepts no other method', async () => {
  const { status, headers } = await api.post('/', {});
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
});
