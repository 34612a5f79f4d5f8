// Removes `engines` of all packages from package-lock.json. Run it after a
// change of the packages ("npm run lockfile").
//
// `npm ci` compares these entries with the Node version that runs npm, but everything here runs on the Node
// 26 that the packages bring. The comparison printed 10 warnings under Node 20.20 and 15 under Node 20.10,
// about packages that work there. npm has no setting for it: `node-version` cannot be set, and a lower
// `loglevel` would also hide warnings that matter.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../package-lock.json', import.meta.url);

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, { engines?: object }> };
for (const [name, entry] of Object.entries(lock.packages)) {
  if (name !== '') delete entry.engines;
}
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
