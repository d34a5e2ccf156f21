import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { citedTests, pageText } from './cited-tests.ts';

const page = pageText('threat-model.md');
const sections = page
  .split('\n## ')
  .slice(1)
  .map((section) => ({ heading: section.split('\n', 1)[0] ?? '', lines: section.split('\n') }));
const ofRooms = sections.filter(({ heading }) => heading.startsWith('`'));
const threats = (lines: readonly string[]): string[] => lines.filter((line) => /^\| [STRIDE] +\|/.test(line));

/** The folders in the table of the architecture. */
const folders = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([\w/]+?)\/?` /gm)].map(
  ([, folder = '']) => folder,
);

test('every folder of the architecture is covered', () => {
  expect(folders.length).toBeGreaterThan(12);
  const seen = ofRooms.flatMap(({ heading }) =>
    [...heading.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
  );
  const isSeen = (folder: string) => seen.some((one) => folder === one || folder.startsWith(`${one}/`));
  // Interfaces, the shape of endpoints and emulators are not deployed, and neither are tests.
  const within = ['lib/ports', 'lib/contract', 'lib/emulators', 'test'];
  expect(folders.filter((folder) => !isSeen(folder) && !within.includes(folder))).toEqual([]);
});

test('each folder has every letter of STRIDE, and each threat a test against it', () => {
  for (const { heading, lines } of ofRooms) {
    const letters = new Set(threats(lines).map((line) => line.slice(2, 3)));
    expect([heading, [...letters].toSorted().join('')]).toEqual([heading, 'DEIRST']);
    for (const line of threats(lines))
      expect([line, citedTests(line, 'threat-model.md').length > 0]).toEqual([line, true]);
  }
});
