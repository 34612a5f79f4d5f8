// Checks the structure of the code: allowed imports, and what only one part may do.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROTOCOLS } from '../src/channels/registry.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const sources = globSync('{src,sample-people}/**/*.ts', { cwd: ROOT }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(path.join(ROOT, file), 'utf8'),
}));

/** The parts that each part may import, besides itself. A file directly in src is a part of its own. */
const MAY_USE: Record<string, readonly string[]> = {
  model: [],
  problems: [],
  config: ['db/start-error', 'model/email'],
  db: ['model'],
  outgoing: ['model'],
  channels: ['model', 'outgoing'],
  pms: ['model', 'db', 'problems'],
  // channels: the adapter defines the settings of its protocol; outgoing/address: links to this server get a
  // warning if it is private
  api: ['model', 'db', 'pms', 'problems', 'config', 'channels', 'practice', 'outgoing/address'],
  inbound: ['model', 'db', 'pms', 'problems', 'channels'],
  // the practice channel answers requests of this process, so it has no need of a network
  practice: ['model', 'db', 'pms', 'problems', 'channels', 'outgoing'],
  mcp: ['model', 'db', 'pms', 'problems', 'config', 'api'],
  http: ['model', 'db', 'pms', 'problems', 'config', 'api', 'mcp'],
  // webhooks have the same content as the API's events
  jobs: [
    'model',
    'db',
    'pms',
    'problems',
    'channels',
    'outgoing',
    'api/event-scopes',
    'api/answer-without-person',
  ],
  sandbox: ['model', 'db', 'pms', 'sample-people'],
  // shared with the simulator: people, and nothing about channels
  'sample-people': [],
  serve: ['model', 'db', 'pms', 'config', 'http', 'inbound', 'jobs', 'outgoing', 'practice', 'sandbox'],
  // model/csv, model/money, model/control-characters: what it prints; model/night-values: an option for each field of a night; problems: the command line writes its own
  // sentences, from the facts in the API's answers
  cli: [
    'config',
    'db',
    'serve',
    'model/csv',
    'model/money',
    'model/control-characters',
    'model/night-values',
    'problems',
    'api/problem-data',
  ],
  main: ['cli', 'config', 'db'],
};

describe('imports', () => {
  test.each(sources.map(({ file }) => file))('%s imports only parts that it may use', (file) => {
    const own = partOf(file);
    const used = importsOf(file).filter((target) => partOf(target) !== own);
    const allowed = MAY_USE[own];
    expect(allowed, `"${own}" is not a part that this test knows`).toBeDefined();
    const wrong = used.filter(
      (target) => !allowed!.some((part) => target.startsWith(`src/${part}`) || target.startsWith(`${part}/`)),
    );
    expect(wrong).toEqual([]);
  });

  const expectNoCircles = (files: readonly string[], targetsOf: (file: string) => string[]) => {
    const finished = new Set<string>();
    const visit = (file: string, trail: readonly string[]): void => {
      expect(trail, 'a circle').not.toContain(file);
      if (finished.has(file)) return;
      for (const target of targetsOf(file)) visit(target, [...trail, file]);
      finished.add(file);
    };
    for (const file of files) visit(file, []);
  };

  test('form no circles between files at run time', () => {
    expectNoCircles(
      sources.map(({ file }) => file),
      (file) => importsOf(file, 'at run time'),
    );
  });

  test('form no circles in the API and its carriers, not even of types', () => {
    const isOwn = (file: string) => /^src\/(api|http|mcp)\//.test(file);
    expectNoCircles(sources.map(({ file }) => file).filter(isOwn), (file) => importsOf(file).filter(isOwn));
  });
});

describe('the simulator', () => {
  const importing = (pattern: string, target: RegExp) =>
    globSync(pattern, { cwd: ROOT }).filter((file) =>
      target.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );

  test('shares no code with innwire: it verifies what the adapters send', () => {
    expect(importing('simulator/**/*.ts', /(from|import\()\s*'[^']*\/src\//)).toEqual([]);
    expect(importing('src/**/*.ts', /(from|import\()\s*'[^']*\/simulator\//)).toEqual([]);
  });

  test('and models and checks of the tests are written independently of the code that they judge', () => {
    const oracles = 'test/{pms/calendar-model,pms/model-rules,channel-histories/{check-history,history}}.ts';
    expect(globSync(oracles, { cwd: ROOT })).toHaveLength(4);
    expect(importing(oracles, /(from|import\()\s*'[^']*\/src\//)).toEqual([]);
  });

  test('describes each file in its first line', () => {
    const wrong = globSync('simulator/**/*.ts', { cwd: ROOT }).filter(
      (file) => !/^\/\/ \S/.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the front desk', () => {
  const desk = globSync('web/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['web/dist/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== 'web/vite.config.ts' && file !== 'web/worker/plugin.ts')
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
  /** Paths in the repository, and names of packages, that a file imports. */
  const targetsOf = (file: string, text: string) =>
    [...text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm)].map(([, target]) =>
      target!.startsWith('.') ? path.posix.join(path.posix.dirname(file), target!) : target!,
    );
  const withoutTypes = (text: string) => text.replaceAll(/^(import|export) type [^;]*;/gm, '');

  test('imports its own files, the model, and types of the API', () => {
    const allowed =
      /^(web\/|@simplewebauthn\/browser$|preact$|preact\/hooks$|@preact\/signals(-core)?$|idb$|qr$|papaparse$|src\/model\/)/;
    const wrong = desk.flatMap(({ file, text }) => [
      ...targetsOf(file, withoutTypes(text)).filter((target) => !allowed.test(target)),
      ...targetsOf(file, text).filter(
        (target) => !allowed.test(target) && !/^(src\/api\/|typebox$)/.test(target),
      ),
    ]);
    expect(desk.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  test('runs in browsers, also those without Temporal, and so does what it uses of the model', () => {
    const used = new Map<string, string>();
    const add = (file: string, text: string): void => {
      used.set(file, text);
      for (const target of targetsOf(file, withoutTypes(text)))
        if (target.startsWith('src/') && !used.has(target))
          add(target, readFileSync(path.join(ROOT, target), 'utf8'));
    };
    for (const { file, text } of desk) add(file, text);
    const using = [...used].filter(([, text]) =>
      /\bTemporal\.\w+\.\w|\bnew Temporal\b|\b(Buffer|process)\.\w|'node:/.test(withoutComments(text)),
    );
    expect(using.map(([file]) => file)).toEqual([]);
  });

  test('computes its chart and its copy of the data without a page', () => {
    const onPage = desk.filter(
      ({ file, text }) =>
        /^web\/(chart|replica)\/.*\.ts$/.test(file) &&
        /\bdocument\b|\bwindow\.(?!ts)|\bHTMLElement\b|from 'preact/.test(withoutComments(text)),
    );
    expect(onPage.map(({ file }) => file)).toEqual([]);
  });

  test('is imported by no other part', () => {
    const others = globSync('{src,simulator,sample-people,bench,demo,scripts}/**/*.ts', { cwd: ROOT });
    const importing = others.filter((file) =>
      /(from|import\()\s*'[^']*\/web\//.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    expect(importing).toEqual([]);
  });

  test.each(desk)('$file begins with a description', ({ file, text }) => {
    expect(text, file).toMatch(/^\/\/ \S/);
  });

  function withoutComments(text: string): string {
    return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  }
});

describe('only', () => {
  test('config.ts reads the environment (and the embedded database, which passes a part of it on)', () => {
    const readers = sources.filter(({ text }) => /process\.env\b/.test(text)).map(({ file }) => file);
    expect(readers.filter((file) => !file.startsWith('src/db/embedded/'))).toEqual(['src/config.ts']);
  });

  test('model/client-address determines the client address for rate limits and logs', () => {
    const readers = sources.filter(({ text }) => /\brequest\.ips?\b/.test(text)).map(({ file }) => file);
    expect(readers).toEqual([]);
  });

  test('inventory/ writes nights', () => {
    const writers = sources.filter(({ text }) => /(insert into|update|delete from)\s+nights\b/.test(text));
    expect(
      writers.map(({ file }) => path.dirname(file)).filter((dir) => !/inventory|sandbox/.test(dir)),
    ).toEqual([
      // changing a room's number of units updates its nights
      'src/pms',
    ]);
  });

  test('api/ uses the member names of the public records', () => {
    const wire = /\b(order_id|referral_order_id|availability_id|task_name)\b/;
    const knowing = sources.filter(({ file, text }) => !/^src\/(api|cli)\//.test(file) && wire.test(text));
    expect(knowing.map(({ file }) => file)).toEqual([]);
  });

  test('outgoing/ speaks HTTP to addresses that people gave us', () => {
    const speaking = sources.filter(
      ({ file, text }) => !/^src\/(outgoing|cli)\//.test(file) && /\bfetch\(|from 'undici'/.test(text),
    );
    expect(speaking.map(({ file }) => file)).toEqual([]);
  });
});

describe('protocols', () => {
  /** Files that may have such a name all the same. It is then that of an OTA, or of something else. */
  const NAMED_FOR: Record<string, string> = {
    'src/model/ical/classify.ts': 'how each OTA writes the events of its calendars',
    'src/pms/calendar-feeds.ts': 'the OTAs that each room gets a feed for',
    'src/channels/channel-names.ts': 'names of OTAs as aggregators write them',
    'src/api/agent/resources.ts': 'the resource `ical`: calendars of our rooms',
    'src/cli/connect-command.ts': 'connects a calendar where rooms are given with addresses',
  };

  test('are named only by their adapters and by the registry', () => {
    const name = new RegExp(`(['"])(?:${PROTOCOLS.join('|')})\\1`);
    const code = (text: string) => text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$|\bexample: .*$/gm, '');
    const naming = sources
      .filter(({ file }) => !/^src\/(channels\/([a-z_]+\/|registry)|sandbox\/)/.test(file))
      .filter(({ text }) => name.test(code(text)));
    const unexpected = naming.map(({ file }) => file).filter((file) => !(file in NAMED_FOR));
    expect(unexpected, 'make what differs a capability of the adapter (channels/channel.ts)').toEqual([]);
  });

  test('are imported only by the registry', () => {
    const folders = new RegExp(`/channels/(?:${PROTOCOLS.join('|')})/`);
    const importing = sources.filter(
      ({ file }) =>
        !/^src\/channels\/([a-z_]+\/|registry)/.test(file) &&
        importsOf(file).some((one) => folders.test(`/${one}`)),
    );
    expect(importing.map(({ file }) => file)).toEqual([]);
  });

  test('import nothing from each other', () => {
    const own = (file: string) => /^src\/channels\/([a-z_]+)\//.exec(file)?.[1];
    const foreign = sources.flatMap(({ file }) =>
      importsOf(file)
        .filter((target) => own(file) && own(target) && own(target) !== own(file))
        .map((target) => `${file} → ${target}`),
    );
    expect(foreign).toEqual([]);
  });
});

describe('files', () => {
  test.each(sources)('$file begins with a description', ({ file, text }) => {
    expect(text, file).toMatch(/^\/\/ \S/);
  });

  test('have functions of at most 60 lines, counted from the signature to the closing brace', () => {
    const files = globSync('{src,web,simulator,sample-people,scripts}/**/*.{ts,tsx}', { cwd: ROOT });
    const long = files.flatMap((file) =>
      functionsOf(readFileSync(path.join(ROOT, file), 'utf8'))
        .filter(({ lines }) => lines > 60)
        .map(({ line, lines }) => `${file}:${line} has ${lines} lines`),
    );
    expect(long, 'cut by theme into named functions').toEqual([]);
  });

  test('are measured with signatures of several lines, closures and arrow functions', () => {
    const closures = Array.from({ length: 30 }, () => '  const one = () => {\n  };\n').join('');
    const measured = (text: string) => functionsOf(text).map(({ lines }) => lines);
    expect(measured(`export async function long(\n  a: string,\n): Promise<void> {\n${closures}}\n`)).toEqual(
      [64],
    );
    expect(
      measured(`// first\nconst long = async (\n  a: string,\n) => {\n${closures}};\n\n// last\n`),
    ).toEqual([64]);
    expect(measured('const shortest = (a: number) =>\n  a + 1;\nconst LIST = [\n  1,\n];\n')).toEqual([2]);
  });

  test('export only what another file names', () => {
    const everything =
      '{src,web,simulator,sample-people,test,bench,demo,certification,recipes,scripts}/**/*.{ts,tsx,js,mjs}';
    const named = new Map<string, Set<string>>();
    for (const file of globSync(everything, { cwd: ROOT }))
      for (const word of readFileSync(path.join(ROOT, file), 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? [])
        named.set(word, (named.get(word) ?? new Set()).add(file));
    const exported = globSync('{src,web,simulator,sample-people}/**/*.{ts,tsx}', { cwd: ROOT }).flatMap(
      (file) => exportsOf(readFileSync(path.join(ROOT, file), 'utf8')).map((name) => ({ file, name })),
    );
    const unused = exported.filter(({ name }) => named.get(name)!.size === 1);
    expect(exported.length).toBeGreaterThan(1_000);
    expect(unused, 'remove the export, or the code').toEqual([]);
  });
});

function exportsOf(text: string): string[] {
  const declared = /^export (?:async )?(?:const|function\*?|class|type|interface) ([A-Za-z_$][\w$]*)/gm;
  return [...text.matchAll(declared)].map((match) => match[1]!);
}

/**
 * Lists the functions at the top level of a formatted file with their first lines and numbers of lines. A
 * statement lasts until the next line that begins with a word or a comment.
 */
function functionsOf(text: string): { line: number; lines: number }[] {
  const begin =
    /^(?:export )?(?:default )?(?:async )?(?:function\b|const \w+[^=]* = (?:async )?(?:[(<]|\w+ =>))/;
  const all = text.split('\n');
  return all.flatMap((first, index) => {
    if (!begin.test(first)) return [];
    const next = all.findIndex((one, at) => at > index && /^[\w/@]/.test(one));
    const statement = all.slice(index, next === -1 ? all.length : next);
    const lines = statement.findLastIndex((one) => one.trim() !== '') + 1;
    return [{ line: index + 1, lines }];
  });
}

function partOf(file: string): string {
  const [folder, part] = file.split('/');
  return folder === 'src' ? part!.replace(/\.ts$/, '') : folder!;
}

function importsOf(file: string, when?: 'at run time'): string[] {
  const source = sources.find((one) => one.file === file)!.text;
  const text = when ? source.replaceAll(/^(import|export) type [^;]*;/gm, '') : source;
  const relative = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((match) => match[1]!);
  return relative
    .map((target) => path.posix.join(path.posix.dirname(file), target))
    .filter((target) => target.endsWith('.ts'));
}
