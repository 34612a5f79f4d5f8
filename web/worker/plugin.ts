// Builds the service worker beside the desk: `sw.js`, which has the names of all files of the build in it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const SOURCE = path.join(import.meta.dirname, 'service-worker.ts');

/** Returns the plugin. The page itself is no asset: its content is part of the version. */
export function serviceWorker(base: string): Plugin {
  return {
    name: 'innwire-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        const files = names.toSorted().map((name) => `${base}${name}`);
        const page = bundle['index.html'];
        const hash = createHash('sha256').update(files.join('\n'));
        hash.update(page?.type === 'asset' ? page.source : '');
        const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE);
        const source = code
          .replaceAll('__DESK_FILES__', () => JSON.stringify(files))
          .replaceAll('__DESK_VERSION__', () => JSON.stringify(hash.digest('hex').slice(0, 16)));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
