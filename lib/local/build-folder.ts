import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs, hourMs } from '@scangate/domain/instant';

/** An input of a build, relative to the repository; the build is current while none has changed. */
export type Input = [path: string, mtimeMs: number, sizeBytes: number];

/** The record by which `current-build.mjs` finds the build. */
interface BuildRecord {
  /** The entry of the build, relative to the folder of the record. */
  entry: string;
  inputs: Input[];
}

const nameLength = 16;
const recordName = 'current.json';

/** Returns the inputs with their times and sizes. Packages are left out: the lockfile stands for them. */
export const inputsOf = (root: string, paths: readonly string[]): Input[] =>
  [
    ...new Set([
      ...paths.filter((path) => !path.startsWith('node_modules/')),
      'package.json',
      'package-lock.json',
    ]),
  ]
    .toSorted()
    .map((path) => {
      const { mtimeMs, size } = statSync(join(root, path));
      return [path, mtimeMs, size];
    });

/** A process that started from a build loads further parts of it for as long as it runs. */
const keptMs = 30 * dayMs;

/** No build takes that long, so that what is left of it after this time was interrupted. */
const unfinishedMs = hourMs;

/** Whether this is the name of a build that is not in place yet: only these name a process. */
const isUnfinished = (name: string): boolean => name.includes('-');

/** Removes builds that no running process needs any more, and what interrupted ones left. */
const removeOld = (folder: string, current: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    const isOld = ageMs > (isUnfinished(name) ? unfinishedMs : keptMs);
    if (name !== current && name !== recordName && isOld) rmSync(path, { recursive: true, force: true });
  }
};

const tryRename = (from: string, to: string): boolean => {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
};

/**
 * Gives a build its final name. Another process may already use the same build, so an existing one stays: it is
 * never removed before another one takes its place, and is replaced only when it is damaged.
 */
const putInPlace = (built: string, place: string, entry: string): void => {
  if (tryRename(built, place)) return;
  const damaged = `${built}-damaged`;
  if (!existsSync(join(place, entry)) && tryRename(place, damaged)) tryRename(built, place);
  for (const left of [built, damaged]) rmSync(left, { recursive: true, force: true });
};

interface Build {
  /** The time before the first input was read, in milliseconds. */
  startedAt: number;
  inputs: Input[];
  /** The entry inside the build. */
  entry: string;
  write: (directory: string) => Promise<void> | void;
}

/**
 * Stores a build under the digest of its inputs. Folder and record are replaced atomically, so that processes may build
 * at the same time.  @returns the path of the entry.
 */
export const storeBuild = async (
  folder: string,
  { startedAt, inputs, entry, write }: Build,
): Promise<string> => {
  const name = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, nameLength);
  // An input that changed during the build may not be in it: such a build is used once and built again at the next
  // start.
  const isSettled = inputs.every(([, mtimeMs]) => mtimeMs < startedAt);
  const record: BuildRecord = { entry: join(name, entry), inputs };
  const temporary = join(folder, `${name}-${process.pid}`);
  mkdirSync(temporary, { recursive: true });
  await write(temporary);
  putInPlace(temporary, join(folder, name), entry);
  if (isSettled) {
    writeFileSync(`${temporary}.json`, JSON.stringify(record));
    renameSync(`${temporary}.json`, join(folder, recordName));
  }
  removeOld(folder, name);
  return join(folder, record.entry);
};
