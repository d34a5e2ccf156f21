import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { files } from './source-tree.ts';

/** Folders of tests that prove more than one file: whole runs, models, benches, the repository itself. */
const ofTheWhole = /^test\/(?:bench|bench-engines|browser|corpora|docs|e2e|models|simulation|support|tidy)\//;

/** The places a test's subject may have: a file or a folder of that name in `lib` or at the root. */
const subjects = (path: string): string[] => {
  const [, folder = '', name = ''] = /^test\/(.+\/)([^/.]+)(?:\.[^/]+)?\.test\.tsx?$/.exec(path) ?? [];
  const root = /^(?:functions|bin)\//.test(folder) ? '' : 'lib/';
  // The sources of the console stand in a folder of their own, beside what builds it.
  const place = `${root}${folder}${name}`.replace(/^lib\/apps\/console\//, 'lib/apps/console/src/');
  return [`${place}.ts`, `${place}.tsx`, `${place}.css`, place];
};

describe('the tests mirror lib and functions', () => {
  const mirrored = files.filter((path) => /\.test\.tsx?$/.test(path) && !ofTheWhole.test(path));

  test('each test file is named after the file or folder it tests, with an aspect after a dot', () => {
    expect(mirrored.length).toBeGreaterThan(100);
    const lost = mirrored.filter((path) => !subjects(path).some((subject) => existsSync(subject)));
    expect(lost).toEqual([]);
  });
});
