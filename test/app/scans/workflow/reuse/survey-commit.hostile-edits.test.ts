import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commit, git, makeRepository } from '#test/support/git/test-repository.ts';
import { leakedKey, lock } from '../base-world.ts';
import { reuseWorld, threeUnits, type Files } from './reuse-world.ts';

/**
 * A committer who may push anything tries edits after which an earlier result could be used for other
 * content.
 */

const key = `export AWS_ACCESS_KEY_ID=${leakedKey()}\n`;

/**
 * Scans a commit, and another one after an edit; the second is scanned without reuse as well, and must give
 * the same.
 */
const scanEdit = async (before: Files, edit: (directory: string) => void, isReviewed = true) => {
  const directory = makeRepository({ ...threeUnits(), ...before });
  const world = await reuseWorld({ directory });
  await world.scan(undefined, { commitHash: git(directory, ['rev-parse', 'HEAD']) });
  if (!isReviewed) git(directory, ['checkout', '--quiet', '-b', 'change']);
  edit(directory);
  const second = await world.scan(undefined, { commitHash: commit(directory, {}) });
  const anew = await world.scanAnew(second);
  expect(world.answerOf(second)).toEqual(world.answerOf(anew));
  expect(world.violations()).toEqual([]);
  const { verdict } = second;
  return { reused: world.reusedOf(second), reasons: verdict?.reasons, world, second, directory };
};

test('a file that becomes a link is different content, and so is a link with another target', async () => {
  const linked = await scanEdit({ 'api/deploy.sh': key }, (directory) => {
    rmSync(join(directory, 'api/deploy.sh'));
    symlinkSync('../deploy.sh', join(directory, 'api/deploy.sh'));
  });
  expect([linked.reused, linked.reasons]).toEqual([['', 'web'], ['no_issues_found']]);
  const { world, directory } = linked;
  rmSync(join(directory, 'api/deploy.sh'));
  symlinkSync('../other.sh', join(directory, 'api/deploy.sh'));
  expect(world.reusedOf(await world.scan(undefined, { commitHash: commit(directory, {}) }))).toEqual([
    '',
    'web',
  ]);
});

test('a submodule that is added or moved is different content', async () => {
  const point = (directory: string, hash: string) =>
    git(directory, ['update-index', '--add', '--cacheinfo', `160000,${hash},api/lib`]);
  const directory = makeRepository(threeUnits());
  const world = await reuseWorld({ directory });
  await world.scan(undefined, { commitHash: git(directory, ['rev-parse', 'HEAD']) });
  for (const letter of ['a', 'b']) {
    point(directory, letter.repeat(40));
    git(directory, ['commit', '--quiet', '--message=submodule']);
    const commitHash = git(directory, ['rev-parse', 'HEAD']);
    expect(world.reusedOf(await world.scan(undefined, { commitHash }))).toEqual(['', 'web']);
  }
});

const pointer = (letter: string) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${letter.repeat(64)}\nsize 12345\n`;

test('an LFS pointer that names another object is different content', async () => {
  const { reused } = await scanEdit(
    { 'api/model.js': pointer('a') },
    (directory) => void commit(directory, { 'api/model.js': pointer('b') }),
  );
  expect(reused).toEqual(['', 'web']);
});

test('a file whose name changes only its case is different content', async () => {
  const { reused } = await scanEdit({ 'api/Test.sh': key }, (directory) =>
    renameSync(join(directory, 'api/Test.sh'), join(directory, 'api/test.sh')),
  );
  expect(reused).toEqual(['', 'web']);
});

test('another file mode alone is different content', async () => {
  const directory = makeRepository(threeUnits());
  const world = await reuseWorld({ directory });
  await world.scan(undefined, { commitHash: git(directory, ['rev-parse', 'HEAD']) });
  git(directory, ['update-index', '--chmod=+x', 'api/index.js']);
  git(directory, ['commit', '--quiet', '--message=mode']);
  const commitHash = git(directory, ['rev-parse', 'HEAD']);
  expect(world.reusedOf(await world.scan(undefined, { commitHash }))).toEqual(['', 'web']);
});

test('gitattributes hide nothing: those above a unit are not read', async () => {
  const { reused, reasons } = await scanEdit(
    { 'api/deploy.sh': key },
    (directory) => void commit(directory, { '.gitattributes': '* export-ignore filter=lfs -text\n' }),
  );
  expect([reused, reasons]).toEqual([['api', 'web'], ['critical_secrets_found']]);
});

test('a unit under another name is another unit', async () => {
  const { reused } = await scanEdit({}, (directory) =>
    renameSync(join(directory, 'api'), join(directory, 'api2')),
  );
  expect(reused).toEqual(['', 'web']);
});

test('a unit that swaps places with another one reuses neither result', async () => {
  const { reused, reasons } = await scanEdit({ 'api/deploy.sh': key }, (directory) => {
    renameSync(join(directory, 'api'), join(directory, 'x'));
    renameSync(join(directory, 'web'), join(directory, 'api'));
    renameSync(join(directory, 'x'), join(directory, 'web'));
  });
  expect([reused, reasons]).toEqual([[''], ['critical_secrets_found']]);
});

test('a unit that loses its lockfile, or a nested one that appears, changes the unit above it', async () => {
  const lost = await scanEdit({}, (directory) => rmSync(join(directory, 'api/package-lock.json')));
  expect(lost.reused).not.toContain('');
  const nested = await scanEdit(
    { 'api/sub/a.js': '1;\n' },
    (directory) => void commit(directory, { 'api/sub/package-lock.json': lock({}) }),
  );
  expect(nested.reused).toEqual(['', 'web']);
});

const pom = (body: string) =>
  `<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><version>1</version>${body}</project>`;
const child = pom(
  '<parent><groupId>a</groupId><artifactId>root</artifactId><version>1</version></parent><artifactId>svc</artifactId>',
);

test('a build file that a project inherits from belongs to the unit of the build', async () => {
  const parent = (version: string) =>
    pom(
      '<artifactId>root</artifactId><packaging>pom</packaging><modules><module>svc</module></modules>' +
        `<dependencies><dependency><groupId>g</groupId><artifactId>d</artifactId><version>${version}</version></dependency></dependencies>`,
    );
  const { reused } = await scanEdit(
    { 'jvm/pom.xml': parent('1'), 'jvm/svc/pom.xml': child, 'jvm/svc/A.java': 'class A {}\n' },
    (directory) => void commit(directory, { 'jvm/pom.xml': parent('2') }),
  );
  expect(reused).toEqual(['', 'api', 'web']);
});

test('an ignore file above a unit is read for it: nothing below it is reused', async () => {
  const { reused } = await scanEdit(
    {},
    (directory) => void commit(directory, { '.scangateignore': 'secrets:*\n' }),
  );
  expect(reused).toEqual([]);
});

test('a submodule, a link and a directory of one name are three different contents', async () => {
  const { reused } = await scanEdit({ 'api/lib/a.js': key }, (directory) => {
    rmSync(join(directory, 'api/lib'), { recursive: true });
    symlinkSync('../web', join(directory, 'api/lib'));
  });
  expect(reused).toEqual(['', 'web']);
});
