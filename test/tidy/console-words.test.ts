import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { files, styleSheets, textOf } from './source-tree.ts';

interface Node {
  type: string;
  value?: unknown;
  name?: { name?: unknown };
  start?: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const one of value) yield* nodesIn(one);
    return;
  }
  if (!isNode(value)) return;
  yield value;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

const hasLetter = (value: unknown): boolean => typeof value === 'string' && /\p{L}/u.test(value);

/** Attributes that a person reads or hears. */
const read = new Set([
  'aria-label',
  'aria-valuetext',
  'aria-description',
  'alt',
  'title',
  'placeholder',
  'label',
]);

const isWords = (node: Node): boolean => {
  if (node.type === 'JSXText') return hasLetter(node.value);
  if (node.type !== 'JSXAttribute' || !read.has(String(node.name?.name))) return false;
  return isNode(node.value) && hasLetter(node.value.value);
};

const sources = files.filter((path) => path.startsWith('lib/apps/console/src/') && path.endsWith('.tsx'));

test('no text is in JSX: every text that a person reads is a message', () => {
  expect(sources.length).toBeGreaterThan(50);
  const wordy = sources
    .filter((path) => !path.startsWith('lib/apps/console/src/messages/'))
    .flatMap((path) =>
      [...nodesIn(parseAst(textOf(path), { lang: 'tsx' }))]
        .filter(isWords)
        .map(({ start = 0 }) => `${path}: ${textOf(path).slice(start, start + 60)}`),
    );
  expect(wordy).toEqual([]);
});

test('untrusted text becomes no markup', () => {
  const markup = /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|srcdoc/i;
  expect(sources.filter((path) => markup.test(textOf(path)))).toEqual([]);
});

test('styles use logical properties, so that they apply in both writing directions', () => {
  const physical =
    /^\s*(?:(?:margin|padding|border)-(?:left|right)|(?:left|right)|text-align:\s*(?:left|right)|float)\s*:/;
  const lines = styleSheets.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, at) =>
        physical.test(line) || /text-align:\s*(?:left|right)/.test(line) ? [`${path}:${at + 1}`] : [],
      ),
  );
  expect(lines).toEqual([]);
});

test('colors are tokens, except where the tokens are defined', () => {
  const color = /#[0-9a-f]{3,8}\b|\b(?:hsl|oklch)\(/i;
  const painted = styleSheets.filter(
    (path) =>
      !path.endsWith('/styles/tokens.css') && color.test(textOf(path).replaceAll(/url\([^)]*\)/g, '')),
  );
  expect(painted).toEqual([]);
});
