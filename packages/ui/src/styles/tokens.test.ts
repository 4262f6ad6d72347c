/** Every pair of text or control colours is readable in both themes, computed from the style sheet itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const themes = {
  dark: readTheme(/:root,\s*\[data-theme='dark'\]/),
  light: readTheme(/\n\[data-theme='light'\]/),
};

const textPairs = [
  ['ink-1', 'canvas'],
  ['ink-1', 'surface'],
  ['ink-1', 'sunken'],
  ['ink-1', 'raised'],
  ['ink-1', 'accent-soft'],
  ['ink-2', 'canvas'],
  ['ink-2', 'surface'],
  ['ink-2', 'sunken'],
  ['ink-2', 'raised'],
  ['ink-2', 'accent-soft'],
  ['ink-3', 'canvas'],
  ['ink-3', 'surface'],
  ['ink-3', 'sunken'],
  ['ink-3', 'raised'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['accent-ink', 'canvas'],
  ['accent-ink', 'surface'],
  ['accent-ink', 'sunken'],
  ['accent-ink', 'raised'],
  ['accent-ink', 'accent-soft'],
  ['gain', 'surface'],
  ['gain', 'sunken'],
  ['gain', 'raised'],
  ['gain', 'gain-soft'],
  ['loss', 'surface'],
  ['loss', 'sunken'],
  ['loss', 'raised'],
  ['loss', 'loss-soft'],
  ['warn', 'surface'],
  ['warn', 'canvas'],
  ['warn', 'raised'],
  ['warn', 'warn-soft'],
  ['danger', 'surface'],
  ['danger', 'canvas'],
  ['danger', 'sunken'],
  ['danger', 'raised'],
  ['on-danger', 'danger'],
  ['gain-cb', 'surface'],
  ['gain-cb', 'sunken'],
  ['loss-cb', 'surface'],
  ['loss-cb', 'sunken'],
] as const;

const controlPairs = [
  ['line-strong', 'surface'],
  ['line-strong', 'raised'],
  ['focus', 'canvas'],
  ['focus', 'surface'],
  ['accent', 'surface'],
] as const;

describe.each(['dark', 'light'] as const)('%s', (theme) => {
  test.each(textPairs)('%s on %s can be read', (ink, ground) => {
    expect(contrast(theme, ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(controlPairs)('%s on %s can be seen', (edge, ground) => {
    expect(contrast(theme, edge, ground)).toBeGreaterThanOrEqual(3);
  });
});

function readTheme(selector: RegExp): ReadonlyMap<string, number> {
  const block = new RegExp(`${selector.source}\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  const colours = block.matchAll(/--([\w-]+):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return new Map(
    [...colours].map(([, name = '', l, c, h]) => [name, luminance(Number(l), Number(c), Number(h))]),
  );
}

function contrast(theme: keyof typeof themes, front: string, back: string): number {
  const [a, b] = [themes[theme].get(front), themes[theme].get(back)];
  if (a === undefined || b === undefined) throw new Error(`${theme} has no colour ${front} or ${back}`);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Computes the relative luminance of an OKLCH colour, via linear sRGB. */
function luminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const [r, g, bl] = [red, green, blue].map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (bl ?? 0);
}
