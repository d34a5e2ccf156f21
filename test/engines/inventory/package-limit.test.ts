import { expect, test } from 'vitest';
import { KeysByName } from '@scangate/engines/inventory/package-limit';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { filesOf } from './inventory-fixtures.ts';

test('a file that repeats one package gives a bounded graph', () => {
  const keys = new KeysByName();
  for (let version = 0; version < 1000; version += 1) keys.add('a', `a@${version}`);
  let followed = 0;
  for (let asked = 0; asked < 200_000; asked += 1) followed += keys.find('a').length;
  expect(keys.find('a')).toHaveLength(1);
  expect(followed).toBeLessThan(2_500_000);
});

test('a version that is too long for an SBOM is left out, and its package is told as not assessed', () => {
  const text = `module example.com/app\n\nrequire (\n\texample.com/long v1.0.${'1'.repeat(1_100)}\n)\n`;
  const { components, notes } = readInventory(filesOf({ 'go.mod': text }), 'go');
  expect(components).toMatchObject([{ name: 'example.com/long', dependsOn: [] }]);
  expect(components[0]).not.toHaveProperty('version');
  const reason = expect.stringContaining('not assessed: the version has more than 1024 characters');
  expect(notes).toContainEqual({ file: 'go.mod', reason });
});
