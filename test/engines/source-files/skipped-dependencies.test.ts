import { describe, expect, test } from 'vitest';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { scanUnit } from '../scan-unit.ts';
import { engineInput, indexOf, osvRecord } from '../sca/advisory-fixtures.ts';
import { unitOf } from '../source-unit.ts';

const lockfile = `${JSON.stringify({
  name: 'a',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name: 'a', dependencies: { b: '^1.0.0' } },
    'node_modules/b': { version: '1.0.0', resolved: 'https://registry.npmjs.org/b/-/b-1.0.0.tgz' },
  },
})}\n`;
const files = unitOf({
  'package-lock.json': lockfile,
  'src/a.txt': 'a',
  'vendor/notes.md': 'a',
});

const coverageWith = async (skipped: readonly SkippedFile[], path = '') => {
  const { result } = await scanUnit(
    { projectUnitId: 'u', scanTypes: ['sca'], fullScope: true, skipped },
    { ...engineInput(readInventory(files, 'npm'), indexOf(osvRecord())), unit: { path, type: 'npm' }, files },
  );
  return result.coverage[0];
};

test('a unit without skipped files has no gap', async () => {
  expect(await coverageWith([])).toMatchObject({ status: 'assessed', gaps: [] });
});

describe('a skipped file that may state dependencies is a gap', () => {
  const names = [
    'Gemfile',
    'package.json',
    'composer.json',
    'mix.exs',
    'setup.py',
    'pyproject.toml',
    'x/foo.lock',
    'Cartfile.resolved',
    'Dockerfile',
    'pom.xml',
  ];

  test.each(names)('%s as a link', async (path) => {
    const reason = 'symbolic links are not followed';
    expect(await coverageWith([{ path, reason: 'link', target: 'src/a.txt' }])).toMatchObject({
      status: 'partial',
      gaps: [{ file: path, reason }],
    });
  });

  test.each(names)('%s that is too large', async (path) => {
    const reason = 'the file is too large to be fetched';
    expect(await coverageWith([{ path, reason: 'too_large' }])).toMatchObject({
      status: 'partial',
      gaps: [{ file: path, reason }],
    });
  });
});

describe('a directory that is not read', () => {
  test('is a gap as a submodule', async () => {
    expect(await coverageWith([{ path: 'lib', reason: 'submodule' }])).toMatchObject({
      status: 'partial',
      gaps: [{ reason: 'submodules are not fetched (1): lib' }],
    });
  });

  test.each([undefined, '/opt/app', '../../app', 'vendor/app', 'src/../vendor'])(
    'is a gap as a link to %s',
    async (target) => {
      const link = { path: 'app', reason: 'link' as const, ...(target !== undefined && { target }) };
      expect(await coverageWith([link], 'web')).toMatchObject({
        status: 'partial',
        gaps: [{ reason: 'symbolic links are not followed (1): app' }],
      });
    },
  );

  test.each(['src', '../api', 'src/a.txt', 'vendor/notes.md'])(
    'is none where its files are read in their place: %s',
    async (target) => {
      const link = { path: 'app', reason: 'link' as const, target };
      expect(await coverageWith([link], 'web')).toMatchObject({ status: 'assessed', gaps: [] });
    },
  );

  test('is none as a link in code', async () => {
    const link = { path: 'run.py', reason: 'link' as const, target: 'src/a.txt' };
    const large = { path: 'film.mp4', reason: 'too_large' as const };
    expect(await coverageWith([link, large])).toMatchObject({ status: 'assessed', gaps: [] });
  });
});
