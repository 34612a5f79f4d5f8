// URLs in logs stay recognisable but contain no secrets.
import { expect, test } from 'vitest';
import { redactUrl } from '../../src/model/redact.ts';

test.each([
  [
    'https://www.airbnb.com/calendar/ical/12345678.ics?s=0123456789abcdef0123456789abcdef',
    'https://www.airbnb.com/calendar/ical/***.ics?s=***',
  ],
  [
    'https://ical.booking.com/v1/export?t=3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    'https://ical.booking.com/v1/export?t=***',
  ],
  [
    'https://admin.booking.com/hotel/hoteladmin/ical.html?t=abcdef',
    'https://admin.booking.com/hotel/hoteladmin/ical.html?t=***',
  ],
  [
    'http://www.vrbo.com/icalendar/0a1b2c3d4e5f.ics?nonTentative',
    'http://www.vrbo.com/icalendar/***.ics?***',
  ],
  [
    'https://calendar.google.com/calendar/ical/ada%40example.com/private-0123abcd/basic.ics',
    'https://calendar.google.com/calendar/ical/***/***/basic.ics',
  ],
  ['https://user:pa%40ss@pms.example:8443/feeds/9?x=1#frag', 'https://***@pms.example:8443/feeds/9?x=***'],
  ['webcal://user@pms.example/verysecrettoken', 'webcal://***@pms.example/***'],
  ['https://hooks.example/T0A1/B2C3/xyzXYZ', 'https://hooks.example/***/***/***'],
  ['https://hooks.example/secret.ics', 'https://hooks.example/***.ics'],
  ['https://hooks.example/?0a1b2c3d', 'https://hooks.example/?***'],
  ['not a url with p4ssw0rd', 'an address that is not a URL'],
])('%s', (url, redacted) => {
  expect(redactUrl(url)).toBe(redacted);
  expect(redactUrl(redacted), 'hidden twice').toBe(redacted);
});
