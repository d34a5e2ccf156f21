import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceBuild } from '#local/service-build.ts';
import { fixtureApp } from '../emulators/aws/fixtures/app.ts';

test('an app is built once, and a later start receives the same plan and bundles', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'scangate-service-build-')), 'builds');
  const written = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
  const first = await serviceBuild(folder, fixtureApp);
  const writtenFirst = written();
  expect(await serviceBuild(folder, fixtureApp)).toEqual(first);
  expect(written()).toEqual(writtenFirst);
  expect(
    first.plan.functions.map(({ bundle }) => existsSync(join(first.bundles, `${bundle}.cjs`))),
  ).not.toContain(false);
});
