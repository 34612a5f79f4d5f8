// Rules for blocks of the documentation pages, so that they can be pasted into bash, zsh and PowerShell on
// any system.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Block, blocksOf, commandsOf, PAGES, ROOT, readPage } from './blocks.ts';

const blocks = PAGES.flatMap(blocksOf);
const inLanguage = (language: string) => blocks.filter((block) => block.language === language);
const commands = inLanguage('sh').flatMap((block) =>
  commandsOf(block).map((each) => ({ ...each, file: block.file, where: `${block.file}:${each.line}` })),
);

/** Returns the locations of matches, for an expectation that there is none. */
const places = (found: { where: string; command: string }[]) =>
  found.map(({ where, command }) => `${where}: ${command}`);

/** Returns a command with every quoted text replaced by empty quotes. */
const bare = (command: string) => command.replaceAll(/'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g, '""');

test('every block names its language', () => {
  const known = ['sh', 'powershell', 'json', 'ts', 'sql', 'mermaid', 'http', 'ini', 'text'];
  const others = blocks.filter(({ language }) => !known.includes(language));
  expect(others.map(({ file, line, language }) => `${file}:${line}: "${language}"`)).toEqual([]);
});

test('JSON is JSON, without comments: it is pasted into files; but for long answers that are cut', () => {
  const isWrong = ({ text }: Block) => {
    if (text.endsWith(' …')) return false;
    try {
      return JSON.parse(text) === undefined;
    } catch {
      return true;
    }
  };
  expect(
    inLanguage('json')
      .filter(isWrong)
      .map(({ file, line }) => `${file}:${line}`),
  ).toEqual([]);
});

test('every decision has a number of its own, the same in its name and its title, and what is referred to is there', () => {
  const files = globSync('docs/decisions/*.md', { cwd: ROOT }).map((file) => path.basename(file));
  const numbers = files.map((file) => Number(file.slice(0, 4)));
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
  for (const file of files)
    expect(readFileSync(path.join(ROOT, 'docs/decisions', file), 'utf8')).toMatch(
      `# ${Number(file.slice(0, 4))}. `,
    );
  const texts = globSync(['*.md', 'docs/**/*.md', 'src/**/*.ts'], { cwd: ROOT }).map((file) =>
    readFileSync(path.join(ROOT, file), 'utf8'),
  );
  const named = texts.flatMap((text) =>
    [...text.matchAll(/decisions\/(\d{4}[\w-]*(?:\.md)?)/g)].map(([, name]) => name!),
  );
  expect(named.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});

describe('a shell block', () => {
  test('is there', () => expect(commands.length).toBeGreaterThan(40));

  test.each(['bash', 'zsh'])('is understood by %s, whether it is run by the tests or not', async (shell) => {
    if (spawnSync(shell, ['-c', 'true']).status !== 0) return;
    for (const { file, line, text } of inLanguage('sh')) {
      const { status, stderr } = spawnSync(shell, ['-n'], { input: text, encoding: 'utf8' });
      expect({ status, stderr }, `${file}:${line}`).toEqual({ status: 0, stderr: '' });
    }
  });

  test('has no comments: zsh takes them for arguments', () => {
    expect(places(commands.filter(({ command }) => /(^|\s)#/.test(bare(command))))).toEqual([]);
  });

  test('has no unquoted patterns: zsh refuses those that match nothing', () => {
    const isPattern = /[?*[\]{}~]/;
    const withoutVariables = (command: string) => bare(command).replaceAll(/\$\{\w+\}/g, '');
    expect(places(commands.filter(({ command }) => isPattern.test(withoutVariables(command))))).toEqual([]);
  });

  test('has no placeholders that must be replaced before it runs', () => {
    expect(places(commands.filter(({ command }) => /…|<[a-z_-]+>|pms_live_/.test(command)))).toEqual([]);
  });

  test('uses nothing that only one system has', () => {
    const special = /^(open|xdg-open|start|pbcopy|brew|apt-get|sudo|jq) |\bsed -i|\bdate -|\breadlink -f/;
    expect(places(commands.filter(({ command }) => special.test(command)))).toEqual([]);
  });

  test('that begins with npm or node is the same in PowerShell', () => {
    // Windows PowerShell has no && and no \ at the end of a line, and loses double quotes inside an argument.
    const differs = /&&|\|\||\\\n|\\"|`|\|/;
    const same = commands.filter(({ command }) => /^(npm|node) /.test(command));
    expect(same.length).toBeGreaterThan(10);
    expect(places(same.filter(({ command }) => differs.test(command)))).toEqual([]);
  });
});

describe('a PowerShell block', () => {
  const lines = inLanguage('powershell').flatMap(({ file, line, text }) =>
    text.split('\n').map((command, i) => ({ command, where: `${file}:${line + i}` })),
  );

  test('is understood by PowerShell', ({ skip }) => {
    if (spawnSync('pwsh', ['-Version']).status !== 0) return skip('PowerShell (pwsh) is not installed');
    const parse =
      '$errors = $null; [void][System.Management.Automation.Language.Parser]::ParseInput([Console]::In.ReadToEnd(), [ref]$null, [ref]$errors); $errors | ForEach-Object { $_.Message }; exit $errors.Count';
    for (const { file, line, text } of inLanguage('powershell')) {
      const { status, stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', parse], {
        input: text,
        encoding: 'utf8',
      });
      expect({ status, stdout }, `${file}:${line}`).toEqual({ status: 0, stdout: '' });
    }
  });

  test('has nothing of other shells', () => {
    const foreign = /&&|\|\||\\$|^export |\bcurl\b|^[A-Z_]+=|\$\(cat|\/tmp\/|'\\''/;
    expect(places(lines.filter(({ command }) => foreign.test(command)))).toEqual([]);
  });

  test('closes every quote and bracket on its line', () => {
    const isOpen = ({ command }: { command: string }) => {
      const outside = command.replaceAll(/'[^']*'|"[^"]*"/g, '');
      const count = (sign: string) => outside.split(sign).length;
      return /['"]/.test(outside) || count('(') !== count(')') || count('{') !== count('}');
    };
    expect(places(lines.filter(isOpen))).toEqual([]);
  });

  test('sets a variable apart from ? and : that follow, which PowerShell would take for a part of its name', () => {
    expect(
      places(lines.filter(({ command }) => /\$[A-Z_]+[?:]/.test(command.replaceAll('$env:', '')))),
    ).toEqual([]);
  });

  test('passes no double quotes to other programs: Windows PowerShell loses them', () => {
    const passes = /\b(node|npm) .*'[^']*"[^']*'/;
    expect(places(lines.filter(({ command }) => passes.test(command)))).toEqual([]);
  });
});

test('nothing sends people to the package registry for innwire', () => {
  const sources = globSync('{src,demo,recipes,simulator,scripts,docs}/**/*.{ts,js,md,html}', { cwd: ROOT });
  const naming = [...sources, 'README.md', 'CONTRIBUTING.md'].filter((file) =>
    /npx (--\S+ )*innwire/.test(
      readFileSync(path.join(ROOT, file), 'utf8').replace(/Do not use `npx innwire`/, ''),
    ),
  );
  expect(naming).toEqual([]);
});

test('every link to a file or a heading of the repository leads somewhere', () => {
  const dead = PAGES.flatMap((page) =>
    [...readPage(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)]
      .map((match) => match[1]!)
      .filter((target) => !leadsSomewhere(page, target))
      .map((target) => `${page}: ${target}`),
  );
  expect(dead).toEqual([]);
});

function leadsSomewhere(page: string, target: string): boolean {
  const [file, heading] = target.split('#') as [string, string?];
  const full = file === '' ? page : path.join(path.dirname(page), file);
  if (globSync(full, { cwd: ROOT }).length === 0) return false;
  if (heading === undefined || !full.endsWith('.md')) return true;
  return [...readPage(full).matchAll(/^#+ (.*)$/gm)].map((match) => anchorOf(match[1]!)).includes(heading);
}

/** Returns the anchor that GitHub creates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
