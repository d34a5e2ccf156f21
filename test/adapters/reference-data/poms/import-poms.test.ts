import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RequestedArtifact } from '@scangate/engines/model/poms/published-poms';
import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { writePomArchive } from '#adapters/reference-data/poms/write-pom-archive.ts';
import { readPomArchive } from '#adapters/reference-data/poms/read-pom-archive.ts';
import { storedPoms } from '#adapters/reference-data/poms/stored-poms.ts';
import { UnreadableSource } from '#adapters/reference-data/osv/record-source.ts';
import { dep, pomXml } from '#test/corpora/maven-trees/maven-case.ts';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { earlier, inDirectory, memoryObjects, type MemoryObjects } from '../osv/object-store-fixture.ts';
import { zipOf } from '../osv/zip-fixture.ts';

const pathOf = (coordinates: string): string => {
  const [group = '', artifact = '', version = ''] = coordinates.split(':');
  return `${group.replaceAll('.', '/')}/${artifact}/${version}/${artifact}-${version}.pom`;
};

/** Writes poms at their places in a repository. */
const placed = (...coordinates: string[]): Record<string, string> =>
  Object.fromEntries(coordinates.map((each) => [pathOf(each), pomXml(each)]));

const importZip = (
  objects: MemoryObjects,
  contents: Record<string, string>,
  mode: 'replace' | 'merge' = 'replace',
) =>
  inDirectory(async (directory) => {
    const file = join(directory, 'poms.zip');
    await writeFile(file, zipOf(contents));
    return importAdvisories(file, { objects, now: earlier, mode });
  });

const ask = async (objects: MemoryObjects, ...asked: RequestedArtifact[]) => {
  const poms = storedPoms(objects);
  const snapshot = await poms.snapshot();
  return snapshot ? poms.load(asked, snapshot) : [];
};

test('an archive of poms is imported, and poms are found by coordinates', async () => {
  const objects = memoryObjects();
  const poms = placed('org.example:app:1.0', 'org.example:app:1.10', 'org.example:application:2', 'a:b:1');
  const report = await importZip(objects, { ...poms, 'a/b/maven-metadata.xml': '<metadata/>' });
  expect(report).toMatchObject({ switched: true, poms: 4, records: { bad: 0 } });
  expect(
    await ask(
      objects,
      { name: 'org.example:app', versions: ['1.0', '9'], listsVersions: true },
      { name: 'nobody:knows', versions: ['1'], listsVersions: true },
    ),
  ).toEqual([
    { versions: ['1.0', '1.10'], poms: [{ g: 'org.example', a: 'app', v: '1.0' }, null] },
    { versions: [], poms: [null] },
  ]);
});

test('the id depends on the poms alone; another import replaces them or adds to them', async () => {
  const objects = memoryObjects();
  const idOf = async () => (await storedPoms(objects).snapshot())?.id;
  expect(await idOf()).toBeUndefined();
  await importZip(objects, placed('g:a:1', 'g:b:1'));
  const first = await idOf();
  await importZip(objects, placed('g:c:1'));
  expect(await storedPoms(objects).snapshot()).toMatchObject({ poms: 1 });
  await importZip(objects, placed('g:a:1', 'g:b:1', 'g:c:1'));
  const all = await idOf();
  await importZip(objects, placed('g:b:1', 'g:a:1'));
  expect(await idOf()).toBe(first);
  await importZip(objects, placed('g:c:1'), 'merge');
  expect(await idOf()).toBe(all);
});

test('advisories and poms are imported independently', async () => {
  const objects = memoryObjects();
  await importZip(objects, placed('g:a:1'));
  await importZip(objects, { 'A-1.json': JSON.stringify(osvRecord({ id: 'A-1' })) });
  expect(await storedPoms(objects).snapshot()).toMatchObject({ poms: 1 });
});

test('of many poms only the needed blocks are read', async () => {
  const objects = memoryObjects();
  const managed = Array.from({ length: 300 }, (_, n) => dep(`managed.group:artifact-${n}:${n}.0`));
  const big = Object.fromEntries(
    Array.from({ length: 80 }, (_, n) => [
      pathOf(`g:a${n}:1`),
      pomXml(`g:a${n}:1`, { properties: { n: String(n) }, managed }),
    ]),
  );
  await importZip(objects, big);
  const stored = [...objects.stored.keys()].filter((key) => key.startsWith('advisories/poms/')).length;
  expect(stored).toBeGreaterThan(3);
  objects.calls.length = 0;
  const [known] = await ask(objects, { name: 'g:a77', versions: ['1'], listsVersions: true });
  expect(known).toMatchObject({ versions: ['1'], poms: [{ properties: [['n', '77']] }] });
  const read = objects.calls.filter((call) => call.startsWith('get advisories/poms/'));
  // The index and the block; the versions of an artifact may continue in the next one.
  expect(read.length).toBeLessThanOrEqual(3);
});

test('a missing or damaged block is an error, not an artifact without a pom', async () => {
  const objects = memoryObjects();
  await importZip(objects, placed('g:a:1'));
  const snapshot = await storedPoms(objects).snapshot();
  const blocks = [...objects.stored.keys()].filter(
    (key) => key.startsWith('advisories/poms/') && !key.includes(snapshot?.id ?? ''),
  );
  for (const key of blocks) objects.stored.set(key, Buffer.from('x'));
  await expect(ask(objects, { name: 'g:a', versions: ['1'] })).rejects.toThrow('is damaged');
  for (const key of blocks) objects.stored.delete(key);
  await expect(ask(objects, { name: 'g:a', versions: ['1'] })).rejects.toThrow('is missing');
});

describe('bad poms are named and left out:', () => {
  const good = placed('g:good:1');
  const deep = `${'<a>'.repeat(400)}${'</a>'.repeat(400)}`;
  const cases: [string, Record<string, string>, string][] = [
    ['truncated', { [pathOf('g:a:1')]: pomXml('g:a:1').slice(0, 90) }, 'it is not a valid XML file (line 1)'],
    ['not a pom', { [pathOf('g:a:1')]: '<html/>' }, 'it is not a Maven project'],
    ['empty', { [pathOf('g:a:1')]: '' }, 'it is empty'],
    ['deep', { [pathOf('g:a:1')]: `<project>${deep}</project>` }, 'it is nested deeper than 256 levels'],
    [
      'with entities',
      { [pathOf('g:a:1')]: `<!DOCTYPE p [<!ENTITY e "x">]>${pomXml('g:a:1')}` },
      'it declares XML entities, which are not expanded',
    ],
    [
      'with a duplicate element',
      { [pathOf('g:a:1')]: pomXml('g:a:1', { further: '<version>2</version>' }) },
      'it states version twice, which Maven refuses',
    ],
    ['elsewhere', { 'a-1.pom': pomXml('g:a:1') }, 'its path is not one of a Maven repository'],
    [
      'not on the path of its coordinates',
      { '../osv/g/a/1/a-1.pom': pomXml('g:a:1') },
      'the archive is damaged',
    ],
    [
      'of other coordinates',
      { [pathOf('g:a:1')]: pomXml('g:b:1') },
      'its path does not match its group and artifact',
    ],
  ];
  test.each(cases)('%s', async (_, contents, reason) => {
    const report = await importZip(memoryObjects(), { ...good, ...contents });
    if (report.switched)
      expect(report).toMatchObject({ poms: 1, records: { bad: 1 }, badRecords: [{ reason }] });
    else expect(report.failure).toBe(reason);
  });

  test('too large', async () => {
    const limits = { pomBytes: 1000, totalBytes: 10_000, poms: 3 };
    const large = { [pathOf('g:a:1')]: pomXml('g:a:1', { further: `<!--${'x'.repeat(2000)}-->` }) };
    await inDirectory(async (directory) => {
      const file = join(directory, 'poms.zip');
      await writeFile(file, zipOf({ ...good, ...large }));
      expect(await readPomArchive(file, { limits })).toMatchObject({
        bad: 1,
        badPoms: [{ reason: 'it is too large' }],
      });
      await writeFile(file, zipOf(placed('g:a:1', 'g:a:2', 'g:a:3', 'g:a:4')));
      await expect(readPomArchive(file, { limits })).rejects.toThrow('has more than 3 poms');
      const tight = { ...limits, totalBytes: 300 };
      await expect(readPomArchive(file, { limits: tight })).rejects.toThrow('is too large');
      await writeFile(file, zipOf(good).subarray(0, 80));
      await expect(readPomArchive(file, { limits })).rejects.toThrow(UnreadableSource);
    });
  });

  test('of two different poms with the same coordinates neither is used', async () => {
    const path = pathOf('g:a:1');
    const other = path.replace('a-1.pom', 'b-1.pom');
    const twice = zipOf({
      [path]: pomXml('g:a:1'),
      [other]: pomXml('g:a:1', { needs: [dep('g:x:1')] }),
      ...good,
    });
    // The names have the same length, so that one becomes the other in the bytes of the archive.
    const text = twice.toString('latin1').replaceAll(other, path);
    await inDirectory(async (directory) => {
      const file = join(directory, 'poms.zip');
      await writeFile(file, Buffer.from(text, 'latin1'));
      const { lines, badPoms } = await readPomArchive(file);
      expect(lines.map(({ name }) => name)).toEqual(['g:good']);
      expect(badPoms[0]?.reason).toBe('another pom in the archive has the same coordinates');
    });
  });

  test('an archive without a valid pom changes nothing', async () => {
    const objects = memoryObjects();
    await importZip(objects, good);
    const before = await storedPoms(objects).snapshot();
    const report = await importZip(objects, { [pathOf('g:a:1')]: '<html/>' });
    expect(report).toMatchObject({ switched: false, failure: 'the archive has no pom that can be read' });
    expect(await storedPoms(objects).snapshot()).toEqual(before);
  });
});

test('a local repository is packed into an archive that can be imported', async () => {
  await inDirectory(async (directory) => {
    const files = {
      ...placed('org.example:app:1.0', 'g:a:1'),
      'org/example/app/1.0/app-1.0.jar': 'jar',
      'org/example/app/1.0/_remote.repositories': 'x',
      'lost.pom': '<project/>',
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(directory, 'repository', path)), { recursive: true });
      await writeFile(join(directory, 'repository', path), text);
    }
    const [target, again] = [join(directory, 'poms.zip'), join(directory, 'again.zip')];
    expect(await writePomArchive(join(directory, 'repository'), target)).toEqual({ poms: 2, leftOut: 1 });
    await writePomArchive(join(directory, 'repository'), again);
    expect(readFileSync(again)).toEqual(readFileSync(target));
    const report = await importAdvisories(target, { objects: memoryObjects(), now: earlier });
    expect(report).toMatchObject({ switched: true, poms: 2 });
    await expect(writePomArchive(join(directory, 'nowhere'), target)).rejects.toThrow('cannot be packed');
  });
});
