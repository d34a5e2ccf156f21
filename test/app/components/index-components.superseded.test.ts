import { expect, test } from 'vitest';
import { packageLock } from '#test/support/scans/judged-scans.ts';
import { watchWorld } from '#test/support/advisory-watch/watch-world.ts';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { later, noon } from '#test/support/world.ts';

const lock = (name: string) => packageLock({ [name]: '1' }, { [name]: { version: '1.0.0' } });

test('an older scan that is indexed late adds no unit that is gone in a newer one', async () => {
  const { publish, scan, track, index, items } = await watchWorld();
  await publish([osvRecord({ id: 'GHSA-other', name: 'other' })], noon);
  const older = await scan({ 'package-lock.json': lock('leaf'), 'web/package-lock.json': lock('stem') });
  const before = await track(older, noon);
  const newer = await scan({ 'package-lock.json': lock('leaf') });
  await index(newer, await track(newer, later(60)), later(60));
  await index(older, before, later(120));
  expect(items().map(({ package: name }) => name)).toEqual(['pkg:npm/leaf']);
});
