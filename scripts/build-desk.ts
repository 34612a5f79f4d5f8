// `npm run build`: builds the front desk into web/dist, compresses its files, and prints how much a browser loads
// first. `npm ci` runs it too, with --if-possible: where the bundler's package for this platform is missing, innwire
// is installed without the front desk.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const WEB = path.resolve(import.meta.dirname, '../web');
/** What a browser loads before it shows the first screen, in bytes after gzip. */
const FIRST_LOAD_LIMIT = 100_000;
/** Smaller files fit into one packet as they are. */
const COMPRESSED_FROM_BYTES = 1_000;

const startedAt = performance.now();
try {
  const { build } = await import('vite');
  await build({ configFile: path.join(WEB, 'vite.config.ts'), logLevel: 'warn', build: { manifest: true } });
} catch (error) {
  if (!process.argv.includes('--if-possible') || !isMissingPackage(error)) throw error;
  console.log(`The front desk was not built, because a package is missing: ${(error as Error).message}`);
  process.exit(0);
}
compressFiles(path.join(WEB, 'dist'));
const bytes = firstLoad(path.join(WEB, 'dist'));
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
console.log(`Front desk built in ${seconds} s. First load: ${(bytes / 1_000).toFixed(1)} kB (gzip).`);
if (bytes > FIRST_LOAD_LIMIT) {
  console.error(`That is more than ${FIRST_LOAD_LIMIT / 1_000} kB: load a part of it later, with import().`);
  process.exitCode = 1;
}

function isMissingPackage(error: unknown): boolean {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND' || /native binding/i.test(message);
}

/** Writes FILE.br and FILE.gz beside each text file: the server compresses nothing while it serves. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const file = path.join(folder, name);
    if (!/\.(?:js|css|html|svg)$/.test(name) || statSync(file).size < COMPRESSED_FROM_BYTES) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Returns the bytes, after gzip, of the page, its scripts and its style sheets, without what is loaded later. */
function firstLoad(folder: string): number {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'),
  );
  const files = new Set(['index.html']);
  const add = (name: string) => {
    const chunk = manifest[name]!;
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  add('index.html');
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0);
}

type Chunk = { file: string; css?: string[]; imports?: string[] };
