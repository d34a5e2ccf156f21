import type { Inventory } from '../../domain/scans/component.ts';
import {
  lockfileAt,
  manifestAt,
  readableLockfiles,
  type LockfileFormat,
} from '../../domain/scans/dependency-file.ts';
import { isForeign } from '../../domain/scans/find-units.ts';
import type { UnitType } from '../../domain/scans/project-unit.ts';
import type { Files } from '../engine.ts';
import { assembleInventory, type Reading } from './assemble-inventory.ts';
import { lockfileText } from './decode-text.ts';
import { Notes } from './notes.ts';
import type { LockfileGroup } from './pick-lockfiles.ts';
import { noteGaps, type LockfileInput, type LockfileReader } from './reader.ts';
import { lockfileReaders } from './readers.ts';
import { UnitFiles } from './unit-files.ts';
import { UnreadableFile } from './unreadable-file.ts';

const maxGroups = 500;
const maxUnreadManifests = 50;

type Stated = Pick<Inventory, 'read' | 'unread' | 'notes'>;

const reasonOf = (error: unknown): string =>
  error instanceof UnreadableFile ? error.message : 'it could not be understood';

const readLockfile = (
  reader: LockfileReader,
  input: Omit<LockfileInput, 'notes'>,
  stated: Stated,
): Reading => {
  const notes = new Notes();
  const content = reader({ ...input, notes });
  noteGaps(content.packages, notes);
  stated.read.push(input.path);
  for (const reason of notes.sentences()) stated.notes.push({ file: input.path, reason });
  return { file: input.path, content };
};

const readGroup = (unit: UnitFiles, group: LockfileGroup, stated: Stated): Reading[] => {
  const readings: Reading[] = [];
  const attempt = (format: LockfileFormat | undefined, path: string): void => {
    try {
      if (!format) throw new UnreadableFile('this format is not supported yet');
      const text = lockfileText(unit.lockfile(path));
      const beside = (name: string): string[] => unit.beside(group, name);
      const input = { path, text, textOf: (other: string) => unit.manifest(other), beside };
      readings.push(readLockfile(lockfileReaders[format], input, stated));
    } catch (error) {
      stated.unread.push({ file: path, reason: reasonOf(error) });
    }
  };
  for (const { format, paths } of group.alternatives) {
    const speaker = readings[0]?.file;
    for (const path of paths) {
      if (speaker === undefined) attempt(format, path);
      else stated.notes.push({ file: path, reason: `not read: ${speaker} speaks for this directory` });
    }
  }
  return readings;
};

/** A manifest without a lockfile above it declares dependencies that nothing here pins. */
const noteLoneManifests = (unit: UnitFiles, stated: Stated): void => {
  let count = 0;
  let more: string | undefined;
  for (const path of unit.paths) {
    const type = isForeign(path) ? undefined : manifestAt(path);
    if (!type || unit.isClaimed(path, type)) continue;
    count += 1;
    if (count <= maxUnreadManifests)
      stated.unread.push({ file: path, reason: 'no lockfile beside it says which versions it means' });
    else more ??= path;
  }
  if (more !== undefined) stated.notes.push({ file: more, reason: `${count} manifests have no lockfile` });
};

/**
 * Everything the unit's lockfiles say it is built from. Never throws: what cannot be read is in `unread`
 * with a reason in plain words, what cannot be judged in `notes`.
 */
export const readInventory = (files: Files, unitType: UnitType): Inventory => {
  const stated: Stated = { read: [], unread: [], notes: [] };
  const unit = new UnitFiles(files);
  const readings = unit.groups.slice(0, maxGroups).flatMap((group) => readGroup(unit, group, stated));
  for (const { alternatives } of unit.groups.slice(maxGroups, maxGroups + 1)) {
    const reason = `not read: only the lockfiles of the first ${maxGroups} directories are`;
    stated.unread.push({ file: alternatives[0]?.paths[0] ?? '', reason });
  }
  noteLoneManifests(unit, stated);
  return assembleInventory(unitType, readings, stated);
};

/**
 * The inventory of one uploaded lockfile, read by its file name.
 * @throws UnreadableFile with a reason in plain words, when it cannot be read at all.
 */
export const inventoryOfLockfile = (path: string, text: string): Inventory => {
  const file = lockfileAt(path);
  if (!file?.format) {
    throw new UnreadableFile(`its name is none of those that can be read: ${readableLockfiles.join(', ')}`);
  }
  const stated: Stated = { read: [], unread: [], notes: [] };
  const input = { path, text: lockfileText(text), textOf: () => undefined, beside: () => [] };
  try {
    const reading = readLockfile(lockfileReaders[file.format], input, stated);
    return assembleInventory(file.type, [reading], stated);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(reasonOf(error));
  }
};
