import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, styleSheets, textOf } from './source-tree.ts';

const isRuleFolder = (folder: string): boolean => /\/rules(?:\/|$)/.test(folder);

/** The files that stand directly in each folder. */
const counts = Map.groupBy(files, (path) => dirname(path));

const readFiles = [...files, ...styleSheets];

describe('files and folders stay small enough to be read at once', () => {
  test('no file has more than 300 lines, except a corpus, generated code and lists of rules', () => {
    const lines = (path: string): number => textOf(path).trimEnd().split('\n').length;
    const isRead = (path: string): boolean =>
      !/^(?:test\/corpora|lib\/client\/generated)\/|\/rules\/index\.ts$/.test(path);
    expect(readFiles.filter((path) => isRead(path) && lines(path) > 300)).toEqual([]);
  });

  test('a folder has at most 20 files, a subject of the domain 15; folders with one rule per file are exempt', () => {
    const most = (folder: string): number => (folder.startsWith('lib/domain') ? 15 : 20);
    const crowded = [...counts].filter(
      ([folder, within]) => !isRuleFolder(folder) && within.length > most(folder),
    );
    expect(crowded.map(([folder, within]) => `${folder}: ${within.length}`)).toEqual([]);
  });

  test('the README has at most 900 words', () => {
    const words = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
      .trim()
      .split(/\s+/);
    expect(words.length).toBeLessThanOrEqual(900);
  });

  test('file names are kebab-case words, and none is a catch-all name', () => {
    const name = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)(?:\.[a-z0-9-]+)*\.(?:tsx?|css)$/;
    const drawer = /^(?:utils?|helpers?|managers?|common|misc|shared)\b/;
    const odd = readFiles.filter((path) => {
      const base = path.split('/').at(-1) ?? '';
      return !name.test(base) || drawer.test(base);
    });
    expect(odd).toEqual([]);
  });
});
