// `npm run new-adapter`: what it writes in a copy of the repository is accepted by the compiler and by lint, and fails
// the conformance suite with a list of what remains to be built.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Not part of the repository, or shared by a link. */
const LEFT_OUT = ['.git', 'node_modules', 'coverage', 'data', 'restored'];
const copy = mkdtempSync(path.join(tmpdir(), 'innwire-new-adapter-'));

beforeAll(() => {
  for (const name of readdirSync(ROOT).filter((one) => !LEFT_OUT.includes(one)))
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  // Only what concerns the adapter is compiled, and no database is started.
  writeFileSync(
    path.join(copy, 'tsconfig.probe.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['src/channels', 'src/api/operator', 'test/channels/conformance', 'test/channels/my_new_ota'],
    }),
  );
  writeFileSync(
    path.join(copy, 'vitest.config.ts'),
    "export default { test: { include: ['test/**/*.test.ts'] } };\n",
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

const tool = (name: string, ...args: string[]) => run(path.join(ROOT, 'node_modules/.bin', name), ...args);

test('a new adapter is accepted by compiler and lint, and the suite says what remains to be built', () => {
  const written = run(process.execPath, 'scripts/new-adapter.ts', 'my_new_ota', 'My New OTA');
  expect(written, written.text).toMatchObject({ status: 0 });
  expect(readFileSync(path.join(copy, 'src/channels/registry.ts'), 'utf8')).toContain(
    "import { myNewOta } from './my_new_ota/index.ts';",
  );

  const types = tool('tsc', '--noEmit', '-p', 'tsconfig.probe.json');
  expect(types, types.text).toMatchObject({ status: 0 });
  const lint = tool('biome', 'check', '--error-on-warnings', 'src/channels', 'test/channels');
  expect(lint, lint.text).toMatchObject({ status: 0 });

  const suite = tool('vitest', 'run', 'test/channels/conformance/registry.test.ts', '--reporter=verbose');
  expect(suite.status, suite.text).toBe(1);
  for (const file of readdirSync(path.join(copy, 'src/channels/my_new_ota')))
    expect(suite.text).toContain(file);
  expect(suite.text).toContain('test/channels/fixtures/my_new_ota');
  expect(suite.text.match(/✓.*expedia/g)?.length, 'the other adapters are checked as before').toBeGreaterThan(
    3,
  );
});

test('a name that is none, or that exists, is refused', () => {
  for (const [name, reason] of [
    ['My-OTA', 'is no NAME'],
    ['expedia', 'exists already'],
  ] as const) {
    const { status, text } = run(process.execPath, 'scripts/new-adapter.ts', name);
    expect(status).toBe(1);
    expect(text).toContain(reason);
  }
});
