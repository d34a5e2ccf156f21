import type { BuildType } from '../units/build-file.ts';
import type { Notes } from './notes.ts';
import type { LockfileContent } from './lockfile-reader.ts';
import { UnreadableFile } from './parse/unreadable-file.ts';

/** The files of one build system in a unit, where no lockfile beside them says more. */
export interface BuildInput {
  /** Relative to the unit, nearest to its root first. */
  paths: readonly string[];
  /** Whether other parts of the unit have a lockfile of this build system. */
  isPartlyLocked: boolean;
  notes: Notes;
  /** Any file of the unit, without byte order mark. @throws UnreadableFile when it is not there or cannot be read. */
  readText(path: string): string;
}

export interface BuildContent extends LockfileContent {
  read: string[];
  unread: { file: string; reason: string }[];
}

/**
 * Reads what a build's files declare, all of them at once since they inherit from each other. Nothing is run; what
 * only running the build would tell is noted. Time and memory linear in the texts. Never throws for one file of many.
 */
export type BuildReader = (input: BuildInput) => BuildContent;

export type BuildReaders = Record<BuildType, BuildReader>;

/** What a declaration never says. */
export const unknownTransitives = 'what these need in turn no file lists, so it is not assessed';

/** Reads each file; those that cannot be read are named. */
export const parseEach = <T>(
  { paths, readText: textOf }: Pick<BuildInput, 'paths' | 'readText'>,
  parse: (text: string, path: string) => T,
): { parsed: Map<string, T>; unread: BuildContent['unread'] } => {
  const parsed = new Map<string, T>();
  const unread: BuildContent['unread'] = [];
  for (const path of paths) {
    try {
      parsed.set(path, parse(textOf(path), path));
    } catch (error) {
      const reason = error instanceof UnreadableFile ? error.message : 'it could not be understood';
      unread.push({ file: path, reason });
    }
  }
  return { parsed, unread };
};
