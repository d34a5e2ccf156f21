import { expect, test } from 'vitest';
import { usesOf } from '@scangate/console/routes/inventory/package-uses.ts';

const item = {
  package: 'pkg:npm/connect',
  repositoryId: 'r',
  repository: 'sample/storefront',
  projectUnitId: 'u',
  path: 'web',
  uses: [
    {
      version: '3.7.0',
      scope: 'required' as const,
      direct: true,
      file: 'package-lock.json',
      path: ['connect'],
    },
    {
      version: '3.6.0',
      scope: 'dev' as const,
      direct: false,
      file: 'package-lock.json',
      path: ['a', 'connect'],
    },
    { scope: 'dev' as const, direct: false, file: 'package-lock.json', path: [] },
  ],
};

test('each version of a unit is a separate row, and no two rows have the same key', () => {
  const rows = usesOf([item]);
  expect(rows.map(({ version, isDirect, unitPath }) => [version, isDirect, unitPath])).toEqual([
    ['3.7.0', true, 'web'],
    ['3.6.0', false, 'web'],
    [undefined, false, 'web'],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
});
