import { expect, test } from 'vitest';
import { builtInLicenses } from '#adapters/reference-data/licenses/built-in.ts';
import { storedLicenses } from '#adapters/reference-data/licenses/stored-licenses.ts';
import { readManifest } from '#adapters/reference-data/osv/manifest.ts';
import { currentAdvisories, importSamplesIfEmpty } from '#local/current-advisories.ts';
import { earlier, later, memoryObjects } from '#test/adapters/reference-data/osv/object-store-fixture.ts';

test('an empty folder gets the sample advisories and the license data of the release, once', async () => {
  const objects = memoryObjects();
  await importSamplesIfEmpty(objects, earlier);
  expect(await currentAdvisories(objects, earlier)).toMatchObject({ isSample: true, builtAt: earlier });
  const lodash = { ecosystem: 'npm', name: 'lodash', version: '4.17.21' } as const;
  const { snapshot, lookup } = await storedLicenses(objects).load([lodash]);
  expect(snapshot?.day).toBe(builtInLicenses.day);
  expect(lookup('npm', 'lodash', '4.17.21')?.license).toBe('MIT');
  const before = await readManifest(objects);
  await importSamplesIfEmpty(objects, later);
  expect(await readManifest(objects)).toEqual(before);
});
