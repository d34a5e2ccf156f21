import { expect, test } from 'vitest';
import { commit, makeRepository } from '#test/support/git/test-repository.ts';
import { reuseWorld, threeUnits } from './reuse-world.ts';

const locking = 'dependencyLocking { lockAllConfigurations() }';
const gap = 'turns locking on';

const build = {
  ...threeUnits(),
  'settings.gradle': "include 'app'\n",
  'build.gradle': `subprojects { ${locking} }\n`,
  'app/build.gradle': '',
  'app/gradle.lockfile': 'g:a:1.0.0=compileClasspath\nempty=\n',
};

test('a locked project of Gradle follows the scripts of the root, reused or not', async () => {
  const directory = makeRepository(build);
  const world = await reuseWorld({ directory });
  const textOf = (documents: Record<string, string>): string =>
    Object.entries(documents)
      .filter(([name]) => name.startsWith('app '))
      .map(([, text]) => text)
      .join('\n');
  const scanned = async (files: Record<string, string>) => {
    const scan = await world.scan(undefined, { commitHash: commit(directory, files) });
    const text = textOf(world.documentsOf(scan));
    expect(text).toBe(textOf(world.documentsOf(await world.scanAnew(scan))));
    return { reused: world.reusedOf(scan), hasGap: text.includes(gap) };
  };
  expect(await scanned({ 'README.md': 'one' })).toMatchObject({ hasGap: false });
  expect(await scanned({ 'app/README.md': 'two' })).toEqual({ reused: ['', 'api', 'web'], hasGap: false });
  expect(await scanned({ 'build.gradle': '' })).toEqual({ reused: ['api', 'web'], hasGap: true });
});
