import { describe, expect, test } from 'vitest';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';
import { unitContents } from '@scangate/engines/units/unit-contents';
import { dep, pomXml } from '#test/corpora/maven-trees/maven-case.ts';
import { scanUnit } from '../scan-unit.ts';
import { engineInput, indexOf, osvRecord } from '../sca/advisory-fixtures.ts';
import { unitOf } from '../source-unit.ts';

const unit = { path: 'services/shop' };
const skippedIn = (paths: string[], skipped: SkippedFile[] = []) =>
  filesByUnit(paths, skipped, [{ path: '' }, unit])(unit).skipped;
const pom = 'services/shop/pom.xml';
const config = '.mvn/maven.config';
const above = { path: `../../${config}`, reason: 'outside_unit' };

describe('settings of Maven above a unit', () => {
  test('are reported to a unit with builds of Maven: the nearest ones', () => {
    expect(skippedIn([pom, config])).toEqual([above]);
    expect(skippedIn([pom, config, `services/${config}`])).toEqual([{ ...above, path: `../${config}` }]);
    expect(
      skippedIn([pom, '.mvn/extensions.xml', '.mvn/jvm.config', '.mvn/wrapper/x.properties']),
    ).toHaveLength(2);
  });

  test('are reported when they are links or submodules, too', () => {
    for (const path of [config, '.mvn'])
      expect(skippedIn([pom], [{ path, reason: 'link' }])).toEqual([{ ...above, path: `../../${path}` }]);
  });

  test('do not count for a unit without such a build, or with its own such folder', () => {
    expect(skippedIn(['services/shop/build.gradle', config])).toEqual([]);
    expect(skippedIn([pom, config, 'services/shop/.mvn/wrapper/x.properties'])).toEqual([]);
    expect(skippedIn([pom, `services/other/${config}`, `services/shop2/${config}`])).toEqual([]);
    expect(filesByUnit(['pom.xml', config], [], [{ path: '' }])({ path: '' }).skipped).toEqual([]);
  });

  test('are part of the reuse key, and of nothing else', () => {
    const at = (path: string, id = path) => ({ path, id, mode: '100644' });
    const contents = (id: string) =>
      unitContents({ files: [at(pom), at(config, id)], refused: [] }, [{ path: '' }, unit])(unit);
    const [before, after] = [contents('1'), contents('2')];
    expect(after.outside).not.toBe(before.outside);
    expect(after.digest).toBe(before.digest);
    expect(after.files.map(({ path }) => path)).toEqual([pom]);
  });

  const coverageOf = async (skipped: SkippedFile[]) => {
    const files = unitOf({
      'pom.xml': pomXml('t:p:1', { needs: [dep('g:core:1')] }),
      'A.java': 'class A {}',
    });
    const { result } = await scanUnit(
      { projectUnitId: 'u', scanTypes: ['sca', 'secrets'], skipped, fullScope: true },
      { ...engineInput(readInventory(files, 'maven'), indexOf(osvRecord())), files },
    );
    return result.coverage.map(({ gaps }) => gaps.filter(({ file }) => file?.includes('.mvn')));
  };

  test('are a gap of dependencies, not of code', async () => {
    const path = `../${config}`;
    expect(await coverageOf([{ path, reason: 'outside_unit' }])).toEqual([
      [
        {
          file: path,
          reason: 'settings of Maven that are not read: they are above this unit',
          count: 1,
        },
      ],
      [],
    ]);
  });

  test('a link in their place inside the unit is a gap of both', async () => {
    const [dependencies, code] = await coverageOf([{ path: config, reason: 'link' }]);
    expect([dependencies?.length, code?.length]).toEqual([1, 1]);
  });
});
