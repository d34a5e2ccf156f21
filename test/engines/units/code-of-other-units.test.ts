import { expect, test } from 'vitest';
import { codeLanguages } from '@scangate/engines/import-usage/code-languages';
import { codeOfOtherUnits, extensionsOfCode } from '@scangate/engines/units/code-of-other-units';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';

test('the extensions are those of the languages whose imports are read', () => {
  expect([...extensionsOfCode].toSorted()).toEqual(
    [...new Set(codeLanguages.flatMap(({ code }) => code))].toSorted(),
  );
});

test('code below a unit is told from code elsewhere, each language once', () => {
  const of = codeOfOtherUnits(
    new Map([
      ['', ['a.py', 'README.md']],
      ['x', ['x/a.js', 'x/b.js', 'x/c.css']],
      ['x/y', ['x/y/a.js', 'x/y/b.rb']],
      ['xy', ['xy/a.go']],
    ]),
  );
  const pathsFor = (unit: string): string[] => of(unit).map(({ path }) => path);
  expect(pathsFor('')).toEqual(['*/*.js', '*/*.rb', '*/*.go']);
  expect(pathsFor('x')).toEqual(['../*.py', '*/*.js', '*/*.rb', '../*.go']);
  expect(pathsFor('x/y')).toEqual(['../*.py', '../*.js', '../*.go']);
  expect(of('').every(({ reason }) => reason === 'other_unit')).toBe(true);
});

test('the files of a unit come with the code of others, and a single unit has none', () => {
  const paths = ['a.py', 'b/package-lock.json', 'b/c.js'];
  const filesOf = filesByUnit(paths, [], [{ path: '' }, { path: 'b' }]);
  expect(filesOf({ path: '' }).skipped).toEqual([{ path: '*/*.js', reason: 'other_unit' }]);
  expect(filesByUnit(paths, [], [{ path: '' }])({ path: '' }).skipped).toEqual([]);
});
