import { posix } from 'node:path';
import { Notes } from '../inventory/gap-notes.ts';
import { mayHoldRequirements } from '../inventory/python/loose-files.ts';
import type { Inventory } from '../model/component.ts';
import type { SkippedFile, SourceFiles } from '../model/source-files.ts';
import { isThirdPartyPath } from '../units/discover-units.ts';
import { isMavenSetting } from '../units/maven-settings.ts';
import { directoryOf } from '../units/paths.ts';
import { recognizeBuildFile, recognizeLockfile, recognizeManifest } from '../units/recognize-file.ts';
import { unreadKindOf } from '../units/unread-kinds.ts';
import { skippedOfUnit, skipReasons } from './skipped-files.ts';

/** Returns whether the name of a file says that it states dependencies, or may state them. */
const statesDependencies = (path: string): boolean => {
  if (recognizeLockfile(path) || recognizeBuildFile(path)) return true;
  if (isThirdPartyPath(path)) return false;
  const isLoose = mayHoldRequirements(path) && !path.endsWith('.py');
  return isLoose || recognizeManifest(path) !== undefined || unreadKindOf(path) !== undefined;
};

/**
 * Returns whether a link may lead to a directory that no unit reads: one outside of the repository or of third-party code.
 * What is elsewhere in the repository is read where it is.
 */
const leadsToUnread = (
  { path, target }: SkippedFile,
  { unitPath, files }: { unitPath: string; files: ReadonlySet<string> },
): boolean => {
  if (target === undefined || target.startsWith('/')) return true;
  const place = posix.normalize(posix.join(directoryOf(path), target));
  if (files.has(place)) return false;
  const fromRoot = posix.normalize(posix.join(unitPath, place));
  return /^\.\.(?:\/|$)/.test(fromRoot) || isThirdPartyPath(`${fromRoot}/x`);
};

/** Notes links and submodules in which dependencies may be stated. */
const noteUnseen = (skipped: readonly SkippedFile[], unitPath: string, files: SourceFiles): Notes => {
  const notes = new Notes();
  const place = { unitPath, files: new Set(files.entries.map(({ path }) => path)) };
  for (const file of skipped)
    if (file.reason === 'submodule' || (file.reason === 'link' && leadsToUnread(file, place)))
      notes.add(skipReasons[file.reason], file.path);
  return notes;
};

/** Adds skipped files that state dependencies to the unread files, and notes the directories that may hold some. */
export const withSkippedDependencies = (
  inventory: Inventory,
  all: readonly SkippedFile[],
  { unitPath, files }: { unitPath: string; files: SourceFiles },
): Inventory => {
  const skipped = skippedOfUnit(all).filter(({ path }) => !isMavenSetting(path));
  const [first] = skipped;
  if (!first) return inventory;
  const [stating = [], others = []] = [true, false].map((states) =>
    skipped.filter(({ path, reason }) => (reason !== 'submodule' && statesDependencies(path)) === states),
  );
  const unseen = noteUnseen(others, unitPath, files).sentences();
  return {
    ...inventory,
    notes: [...inventory.notes, ...unseen.map((reason) => ({ file: others[0]!.path, reason }))],
    unread: [
      ...inventory.unread,
      ...stating.map(({ path, reason }) => ({ file: path, reason: skipReasons[reason] })),
    ],
  };
};
