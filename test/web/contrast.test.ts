// Colours of the desk: text and controls can be read on every ground they stand on, in both themes (WCAG 2.2, 1.4.3 and 1.4.11).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const TOKENS = readFileSync(path.resolve(import.meta.dirname, '../../web/styles/tokens.css'), 'utf8');
const colours = new Map(
  [...TOKENS.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
  ),
);

/** Text on grounds: 4.5 : 1. */
const TEXTS: readonly [ink: string, grounds: string][] = [
  ['ink', 'canvas surface raised sunken pressed accent-soft warn-soft alert-soft'],
  ['ink-2', 'canvas surface raised sunken pressed'],
  ['ink-3', 'canvas surface raised sunken'],
  ['accent-ink', 'surface raised sunken accent-soft'],
  ['warn-ink', 'canvas surface sunken warn-soft'],
  ['alert-ink', 'canvas surface sunken alert-soft'],
  ['on-accent', 'accent accent-hover'],
  ['on-alert', 'alert'],
  ['on-house', 'bar-house'],
  ['ink', 'bar-next'],
  ['ink-3', 'bar-past'],
];
/** Borders of controls and signs: 3 : 1. */
const SIGNS: readonly [sign: string, grounds: string][] = [
  ['line-control', 'surface raised'],
  ['accent', 'surface canvas'],
  ['warn', 'surface'],
  ['alert', 'surface'],
];

const pairs = (list: readonly [string, string][], least: number) =>
  list.flatMap(([one, grounds]) =>
    grounds
      .split(' ')
      .flatMap((ground) => (['light', 'dark'] as const).map((theme) => ({ one, ground, theme, least }))),
  );

test.each([
  ...pairs(TEXTS, 4.5),
  ...pairs(SIGNS, 3),
])('$one on $ground has at least $least : 1 in the $theme theme', ({ one, ground, theme, least }) => {
  const [first, second] = [colours.get(one)?.[theme], colours.get(ground)?.[theme]];
  expect([first, second]).not.toContain(undefined);
  const [darker, lighter] = [luminance(first!), luminance(second!)].toSorted((a, b) => a - b);
  expect((lighter! + 0.05) / (darker! + 0.05)).toBeGreaterThanOrEqual(least);
});

/** Relative luminance by WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
