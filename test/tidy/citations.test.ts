import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { comments, show } from './comments.ts';
import { pages } from './source-tree.ts';

/** A page named in a comment, with or without a folder. */
const cited = /[\w./-]*\b[\w-]+\.md\b/g;

/** The anchor that a heading gets on the usual forges. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsIn = (page: string): Set<string> =>
  new Set(
    [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
  );

describe('citations exist', () => {
  test('every page that a comment cites is in the repository', () => {
    const lost = comments.filter(({ text }) => (text.match(cited) ?? []).some((page) => !existsSync(page)));
    expect(lost.map(show)).toEqual([]);
  });

  test('every link of a page leads to an existing file and heading of the repository', () => {
    const lost = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
        if (/^[a-z]+:/.test(target)) return [];
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        const isThere = existsSync(file) && (anchor === undefined || anchorsIn(file).has(anchor));
        return isThere ? [] : [`${page} → ${target}`];
      }),
    );
    expect(lost).toEqual([]);
  });
});
