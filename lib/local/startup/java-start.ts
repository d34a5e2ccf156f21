import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  archivedStart,
  archiveEntry,
  archiveInputs,
  javaFile,
  writeClassArchive,
} from '@scangate/emulator-aws/dynamodb/class-archive';
import type { JavaStart } from '@scangate/emulator-aws/dynamodb/java-arguments';
import { storeBuild } from '#local/build-folder.ts';
import { currentBuild } from '#local/current-build.mjs';

const builds = (root: string): string => join(root, 'build/classes');

/** Each Java version has an archive of its own. */
const folderOf = (root: string, java: string): string =>
  join(builds(root), createHash('sha256').update(java).digest('hex').slice(0, 16));

/**
 * Returns a Java start that loads the database's classes from an archive of an earlier start; undefined without such
 * an archive.
 */
export const keptJavaStart = (root: string, java = javaFile()): JavaStart | undefined => {
  const entry = java && currentBuild(root, folderOf(root, java));
  return entry ? archivedStart(entry) : undefined;
};

/** Stores the classes of the database for later starts with this Java. */
export const keepJavaStart = async (root: string, java = javaFile()): Promise<void> => {
  if (!java) return;
  await storeBuild(folderOf(root, java), {
    startedAt: Date.now(),
    inputs: archiveInputs(java).map((path) => {
      const { mtimeMs, size } = statSync(path);
      return [relative(root, path), mtimeMs, size];
    }),
    entry: archiveEntry,
    write: (directory) => writeClassArchive(directory, join(builds(root), 'jars')),
  });
};
