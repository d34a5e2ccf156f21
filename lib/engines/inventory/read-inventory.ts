import type { Inventory } from '../model/component.ts';
import { isThirdPartyPath } from '../units/discover-units.ts';
import {
  isBuildType,
  readableFileNames,
  recognizeBuildFile,
  recognizeLockfile,
  recognizeManifest,
} from '../units/recognize-file.ts';
import type { UnitType } from '../model/project-unit.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { assembleInventory, type InventorySource } from './assemble-inventory.ts';
import type { BuildInput, BuildReader } from './build-reader.ts';
import { checkLockfileText } from './parse/decode-text.ts';
import { Notes } from './notes.ts';
import type { BuildType, LockfileFormat } from './formats.ts';
import type { LockfileGroup } from './group-lockfiles.ts';
import { noteUnassessed, type LockfileInput, type LockfileReader } from './lockfile-reader.ts';
import { buildReaders, lockfileReaders } from './readers.ts';
import { DependencyFiles, type BuildGroup } from './dependency-files.ts';
import { UnreadableFile } from './parse/unreadable-file.ts';

const maxGroups = 500;
const maxUnreadManifests = 50;
const maxBuildFiles = 5000;

type Stated = Pick<Inventory, 'read' | 'unread' | 'notes'>;

const reasonOf = (error: unknown): string =>
  error instanceof UnreadableFile ? error.message : 'it could not be understood';

const readLockfile = (
  reader: LockfileReader,
  input: Omit<LockfileInput, 'notes'>,
  stated: Stated,
): InventorySource => {
  const notes = new Notes();
  const content = reader({ ...input, notes });
  noteUnassessed(content.packages, notes);
  stated.read.push(input.path);
  for (const reason of notes.sentences()) stated.notes.push({ file: input.path, reason });
  return { file: input.path, content };
};

const readGroup = (unit: DependencyFiles, group: LockfileGroup, stated: Stated): InventorySource[] => {
  const readings: InventorySource[] = [];
  const attempt = (format: LockfileFormat | undefined, path: string): void => {
    try {
      if (!format) throw new UnreadableFile('this format is not supported yet');
      const text = checkLockfileText(unit.lockfile(path));
      const findNearby = (name: string): string[] => unit.findNearby(group, name);
      const input = { path, text, readText: (other: string) => unit.manifest(other), findNearby };
      readings.push(readLockfile(lockfileReaders[format], input, stated));
    } catch (error) {
      stated.unread.push({ file: path, reason: reasonOf(error) });
    }
  };
  for (const { format, paths } of group.alternatives) {
    const speaker = readings[0]?.file;
    for (const path of paths) {
      if (speaker === undefined) attempt(format, path);
      else stated.notes.push({ file: path, reason: `not read: ${speaker} is used for this directory` });
    }
  }
  return readings;
};

/** Reads the declarations of a build and reports them under its outermost file. */
const readDeclarations = (
  reader: BuildReader,
  input: Omit<BuildInput, 'notes'>,
  stated: Stated,
): InventorySource => {
  const notes = new Notes();
  const file = input.paths[0] ?? '';
  const { read, unread, ...content } = reader({ ...input, notes });
  noteUnassessed(content.packages, notes);
  stated.read.push(...read);
  stated.unread.push(...unread);
  for (const reason of notes.sentences()) stated.notes.push({ file, reason });
  return { file, content };
};

const readBuild = (
  unit: DependencyFiles,
  { type, paths, isPartlyLocked }: BuildGroup,
  stated: Stated,
): InventorySource[] => {
  const file = paths[maxBuildFiles];
  if (file !== undefined) {
    const reason = `${paths.length - maxBuildFiles} files are not read: only the first ${maxBuildFiles} of a build are`;
    stated.unread.push({ file, reason });
  }
  const input = {
    paths: paths.slice(0, maxBuildFiles),
    isPartlyLocked,
    readText: (path: string) => unit.buildFile(path),
  };
  try {
    return [readDeclarations(buildReaders[type], input, stated)];
  } catch (error) {
    for (const path of paths.slice(0, maxUnreadManifests))
      stated.unread.push({ file: path, reason: reasonOf(error) });
    return [];
  }
};

/** Reports manifests without a lockfile at or above them: nothing pins the versions they declare. */
const noteLoneManifests = (unit: DependencyFiles, stated: Stated): void => {
  let count = 0;
  let more: string | undefined;
  for (const path of unit.paths) {
    const type = isThirdPartyPath(path) ? undefined : recognizeManifest(path);
    if (!type || isBuildType(type) || unit.isClaimed(path, type)) continue;
    count += 1;
    if (count <= maxUnreadManifests)
      stated.unread.push({ file: path, reason: 'no lockfile next to it pins its versions' });
    else more ??= path;
  }
  if (more !== undefined) stated.notes.push({ file: more, reason: `${count} manifests have no lockfile` });
};

/**
 * Reads the components of a unit from its lockfiles and build files. Never throws: files that cannot be read
 * are in `unread` with a reason, and what cannot be assessed is in `notes`.
 */
export const readInventory = (files: SourceFiles, unitType: UnitType): Inventory => {
  const stated: Stated = { read: [], unread: [], notes: [] };
  const unit = new DependencyFiles(files);
  const readings = unit.groups.slice(0, maxGroups).flatMap((group) => readGroup(unit, group, stated));
  for (const { alternatives } of unit.groups.slice(maxGroups, maxGroups + 1)) {
    const reason = `not read: only the lockfiles of the first ${maxGroups} directories are`;
    stated.unread.push({ file: alternatives[0]?.paths[0] ?? '', reason });
  }
  readings.push(...unit.builds.flatMap((build) => readBuild(unit, build, stated)));
  noteLoneManifests(unit, stated);
  return assembleInventory(unitType, readings, stated);
};

interface UploadedFile {
  path: string;
  text: string;
}

/** Reads a single build file without the files it inherits from. @throws UnreadableFile */
const readBuildFile = (type: BuildType, { path, text }: UploadedFile, stated: Stated): InventorySource => {
  const readText = (other: string): string => {
    if (other !== path) throw new UnreadableFile('it was not uploaded');
    return text;
  };
  const reading = readDeclarations(
    buildReaders[type],
    { paths: [path], isPartlyLocked: false, readText },
    stated,
  );
  const [unread] = stated.unread;
  if (unread) throw new UnreadableFile(unread.reason);
  return reading;
};

const readSingleLockfile = (format: LockfileFormat, file: UploadedFile, stated: Stated): InventorySource =>
  readLockfile(lockfileReaders[format], { ...file, readText: () => undefined, findNearby: () => [] }, stated);

/**
 * Reads the inventory of one uploaded lockfile or build file, which is recognized by its name.
 * @throws UnreadableFile with a reason when it cannot be read.
 */
export const readUploadedLockfile = (path: string, raw: string): Inventory => {
  const file = recognizeLockfile(path);
  const build = recognizeBuildFile(path);
  if (!file?.format && !build) {
    throw new UnreadableFile(
      `its name is not one of those that can be read: ${readableFileNames.join(', ')}`,
    );
  }
  const stated: Stated = { read: [], unread: [], notes: [] };
  const uploaded = { path, text: checkLockfileText(raw) };
  try {
    if (file?.format)
      return assembleInventory(file.type, [readSingleLockfile(file.format, uploaded, stated)], stated);
    if (build) return assembleInventory(build, [readBuildFile(build, uploaded, stated)], stated);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(reasonOf(error));
  }
  throw new UnreadableFile('it could not be understood');
};
