import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  archivedStart,
  archiveEntry,
  archiveInputs,
  javaFile,
} from '@scangate/emulator-aws/dynamodb/class-archive';
import { startDatabase } from '@scangate/emulator-aws/dynamodb/database-process';
import { databaseJar, launcherFolder } from '@scangate/emulator-aws/dynamodb/java-arguments';
import { openWorkbench } from '../workbench.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scangate-classes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const archive = (content: string, list: object): string => {
  mkdirSync(join(folder, 'kept'), { recursive: true });
  writeFileSync(join(folder, 'kept', 'classes.jsa'), content);
  writeFileSync(join(folder, 'kept', archiveEntry), JSON.stringify(list));
  return join(folder, 'kept', archiveEntry);
};

test('the database starts with a damaged archive, and without one that crashes Java', async () => {
  const bench = await openWorkbench();
  const content = 'no archive of Java';
  const java = archivedStart(
    archive(content, { classPath: [launcherFolder, databaseJar()], archiveBytes: content.length }),
  );
  expect(java?.flags).toContain(`-XX:SharedArchiveFile=${join(folder, 'kept', 'classes.jsa')}`);
  const damaged = await startDatabase(bench.folder, { java });
  expect(existsSync(join(folder, 'kept'))).toBe(true);
  await damaged.stop();
  const ending = {
    flags: ['-XX:NoSuchFlag'],
    classPath: [],
    discard: () => rmSync(join(folder, 'kept'), { recursive: true }),
  };
  const other = await startDatabase(bench.folder, { java: ending });
  expect(existsSync(join(folder, 'kept'))).toBe(false);
  await other.stop();
  await bench.close();
});

test.each([
  ['shorter than before', 'cut', { classPath: [], archiveBytes: 4 }],
  ['of missing jars', 'whole', { classPath: ['/gone.jar'], archiveBytes: 5 }],
  ['without a list', 'whole', {}],
])('an archive %s is removed', (_what, content, list) => {
  expect(archivedStart(archive(content, list))).toBeUndefined();
  expect(existsSync(join(folder, 'kept'))).toBe(false);
});

test('an archive is named after the Java on the path and the existing jars, with links resolved', () => {
  writeFileSync(join(folder, 'jdk'), '');
  mkdirSync(join(folder, 'bin'));
  symlinkSync(join(folder, 'jdk'), join(folder, 'bin', 'java'));
  expect(javaFile(['/gone', join(folder, 'bin')].join(delimiter))).toBe(join(folder, 'jdk'));
  expect(javaFile('/gone')).toBeUndefined();
  const inputs = archiveInputs(join(folder, 'jdk'));
  for (const path of inputs) expect(statSync(path).isFile()).toBe(true);
  expect(inputs).toEqual(
    expect.arrayContaining([databaseJar(), join(launcherFolder, 'LoopbackServer.class')]),
  );
});
