import { expect, test } from 'vitest';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const lockfile = {
  'pixi.lock': 'version: 6\npackages:\n- conda: https://h/c/noarch/django-2.0.0-0.conda\n  depends: []\n',
};
const notesBeside = (environment: string): string[] =>
  reasonsOf(inventoryOf({ ...lockfile, 'environment.yml': environment }).notes);

test('both environment files of a folder are read', () => {
  const { read, components } = inventoryOf({
    'environment.yml': 'dependencies:\n- pip:\n  - a==1.0\n',
    'environment.yaml': 'dependencies:\n- pip:\n  - b==2.0\n',
  });
  expect(read.toSorted()).toEqual(['environment.yaml', 'environment.yml']);
  expect(components.map(({ name }) => name).toSorted()).toEqual(['a', 'b']);
});

test.each(['django==1.11.0', 'flask', 'django>=1,==1.11'])(
  'a lockfile of pixi does not hide %s',
  (request) => {
    const text = `dependencies:\n- pip:\n  - ${request}\n`;
    expect(notesBeside(text)).toContainEqual(
      expect.stringMatching(/that the (?:project asks for|lockfile has)/),
    );
  },
);

test('what a lockfile has is no gap, whichever of the two installs it and however the version is written', () => {
  const before = notesBeside('name: a\n');
  expect(notesBeside('dependencies:\n- Django==2.0\n- pip:\n  - django==2.0\n  - "flask; a == b"\n')).toEqual(
    before,
  );
});

test('files that an environment includes, and environments that cannot be read, are told', () => {
  const unreadable = 'pixi.lock: manifests that cannot be read (1): environment.yml';
  expect(notesBeside('dependencies: [')).toContain(unreadable);
  expect(notesBeside('dependencies:\n- pip:\n  - -r a.txt\n')).toContain(`${unreadable}: -r a.txt`);
});
