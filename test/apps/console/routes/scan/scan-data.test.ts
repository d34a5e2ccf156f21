import { expect, test } from 'vitest';
import { fileInRepository } from '@scangate/console/routes/scan/scan-data.ts';

test('the file of a finding begins at the folder of its unit', () => {
  const paths = new Map([
    ['root', ''],
    ['inner', 'services/pricing'],
  ]);
  expect(fileInRepository(paths, { projectUnitId: 'inner', file: 'a.py' })).toBe('services/pricing/a.py');
  expect(fileInRepository(paths, { projectUnitId: 'root', file: 'a.py' })).toBe('a.py');
  expect(fileInRepository(paths, { projectUnitId: 'gone', file: 'a.py' })).toBe('a.py');
});
