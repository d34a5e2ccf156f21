import { expect, test } from 'vitest';
import { inventoryOf, namesOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';

const transitive = 'transitive dependencies are in no file, so they are not assessed';
const unlocked = 'no lockfile next to it pins its versions';

test.each<[string, string, string[]]>([
  [
    'pyproject.toml',
    '[project]\nname = "m"\ndependencies = ["a==1.0", "b[x]==2.0; python_version > \'3\'"]\n',
    [unlocked],
  ],
  [
    'setup.cfg',
    '[metadata]\nname = m\n[options]\ninstall_requires =\n  a==1.0\n  b==2.0 # c\npackages = find:\n',
    [unlocked],
  ],
  ['setup.cfg', '[options]\ninstall_requires =\n  a==1.0 # c\fb==2.0\npackages = find:\n', [unlocked]],
  ['requirements.in', '# direct\na==1.0\nb==2.0\n', []],
])('%s: pinned requirements are read, and their dependencies are a gap', (file, text, unread) => {
  const inventory = inventoryOf({ [file]: text });
  expect(namesOf(inventory)).toEqual(['a@1.0', 'b@2.0']);
  expect(reasonsOf(inventory.notes)).toContain(`${file}: ${transitive}`);
  expect(inventory.unread.map(({ reason }) => reason)).toEqual(unread);
});

test('a manifest with a range is not read, nor is one that a lockfile covers', () => {
  const nothing: Contents[] = [
    { 'pyproject.toml': '[project]\nname = "m"\ndependencies = ["a==1.0", "b>=2"]\n' },
    { 'setup.cfg': '[options.extras_require]\ninstall_requires = a==1.0\n' },
    { 'requirements.in': '-r other.in\na==1.0\n' },
    { 'pyproject.toml': '[project\n' },
  ];
  for (const contents of nothing) {
    expect(namesOf(inventoryOf(contents))).toEqual([]);
    expect(inventoryOf(contents).read).toEqual([]);
  }
  const covered = inventoryOf({ 'requirements.txt': 'a==2.0\n', 'requirements.in': 'a==1.0\n' });
  expect(namesOf(covered)).toEqual(['a@2.0']);
});
