import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const sheet = readFileSync('lib/apps/console/src/styles/tokens.css', 'utf8');

type Theme = 'light' | 'dark';

/** The colors of the tokens that define one for each theme. */
const tokens = new Map(
  [...sheet.matchAll(/--([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

const channel = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colors by WCAG 2. */
const contrast = (a: string, b: string): number => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

const colorOf = (name: string, theme: Theme): string => tokens.get(name)?.[theme] ?? '';

/** The contrast of each token on canvas, light and dark, in tenths. */
const onCanvas: Readonly<Record<string, readonly [number, number]>> = {
  text: [17.5, 15.2],
  muted: [6.4, 7.9],
  accent: [6.1, 8.7],
  pass: [5.9, 9.4],
  fail: [6.5, 8.3],
  error: [6.4, 8.8],
  critical: [7.9, 8.5],
  medium: [6.4, 9.8],
  low: [6.2, 9.5],
  control: [3.7, 4.3],
};

const tenths = (value: number): number => Math.round(value * 10) / 10;

describe('the tokens of the design language', () => {
  test('each has a color in light and in dark', () => {
    expect([...tokens.keys()].toSorted()).toEqual([...Object.keys(onCanvas), 'canvas', 'sunken'].toSorted());
  });

  test.each(Object.entries(onCanvas))('%s is readable on canvas', (name, figures) => {
    const found = (['light', 'dark'] as const).map((theme) =>
      tenths(contrast(colorOf(name, theme), colorOf('canvas', theme))),
    );
    expect(found).toEqual(figures);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(name === 'control' ? 3 : 4.5);
  });

  test.each(Object.keys(onCanvas).filter((name) => name !== 'control'))(
    '%s is readable on sunken too',
    (name) => {
      for (const theme of ['light', 'dark'] as const)
        expect(contrast(colorOf(name, theme), colorOf('sunken', theme))).toBeGreaterThanOrEqual(5.4);
    },
  );

  test('a control is distinguishable on both backgrounds', () => {
    for (const theme of ['light', 'dark'] as const)
      for (const ground of ['canvas', 'sunken'])
        expect(contrast(colorOf('control', theme), colorOf(ground, theme))).toBeGreaterThanOrEqual(3);
  });

  test('the text of a primary button is readable on it', () => {
    for (const theme of ['light', 'dark'] as const)
      expect(contrast(colorOf('canvas', theme), colorOf('accent', theme))).toBeGreaterThanOrEqual(4.5);
  });

  test('high and unknown are the colors of fail and muted', () => {
    expect(sheet).toContain('--high: var(--fail)');
    expect(sheet).toContain('--unknown: var(--muted)');
  });
});
