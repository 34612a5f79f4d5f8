// The first start: it is ready before the sample property is written, and whoever reads that waits for it.
import { expect, test } from 'vitest';
import { ask, createProperty, newPath, startInnwire, useProcesses } from '../harness/process.ts';

useProcesses();

test('ends orderly while the sample property is written, and the next start writes it for its first reader', async () => {
  const dataDir = newPath();
  const first = await startInnwire({ dataDir });
  const { hotelId } = await createProperty(first);
  expect(hotelId, 'a property is made meanwhile').toBeGreaterThan(1);
  first.signal('SIGTERM');
  expect(await first.end()).toMatchObject({ code: 0, stderr: '' });
  const second = await startInnwire({ dataDir });
  const { status, body } = await ask(`${second.url}/api/hotels/api_token`);
  expect([status, body]).toMatchObject([200, { name: 'Casa da Graça' }]);
  second.signal('SIGTERM');
  expect(await second.end()).toMatchObject({ code: 0, stderr: '' });
});
