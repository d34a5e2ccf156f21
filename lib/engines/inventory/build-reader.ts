import type { BuildType } from './formats/rows.ts';
import type { Notes } from './gap-notes.ts';
import type { PublishedPomCache } from './pom-resolution/published-pom-cache.ts';
import type { LockfileContent } from './lockfile-reader.ts';
import { UnreadableFile } from './parse/unreadable-file.ts';

/** Lists the files of one build system that no lockfile in the same directory covers. */
export interface BuildInput {
  /** Relative to the unit, nearest to its root first. */
  paths: readonly string[];
  /** Whether other parts of the unit have a lockfile of this build system. */
  isPartlyLocked: boolean;
  /** The directories in which a lockfile has the plugins of the build. */
  lockedPlugins: ReadonlySet<string>;
  notes: Notes;
  /** The published poms, by which Maven and Gradle builds are resolved; absent when none were imported. */
  poms?: PublishedPomCache | undefined;
  /**
   * Reads any file of the unit, without its byte order mark.
   * @throws UnreadableFile when it is missing or cannot be read.
   */
  readText(path: string): string;
}

export interface BuildContent extends LockfileContent {
  read: string[];
  unread: { file: string; reason: string }[];
}

/**
 * Reads what the files of a build declare. They are read together, because they inherit from each other. Nothing is
 * executed; declarations that only an execution would reveal are noted. Time and memory are linear in the texts. One
 * bad file among many is reported, not thrown.
 */
export type BuildReader = (input: BuildInput) => BuildContent;

export type BuildReaders = Record<BuildType, BuildReader>;

/** A declaration never lists transitive dependencies. */
export const unknownTransitives = 'transitive dependencies are in no file, so they are not assessed';

/** The kind under which poms are noted that the snapshot lacks. */
export const unknownRequests =
  'poms that the POM snapshot does not have, so what they bring along is not assessed';

/** Parses each file and reports those that cannot be read. */
export const parseEach = <T>(
  { paths, readText }: Pick<BuildInput, 'paths' | 'readText'>,
  parse: (text: string, path: string) => T,
): { parsed: Map<string, T>; unread: BuildContent['unread'] } => {
  const parsed = new Map<string, T>();
  const unread: BuildContent['unread'] = [];
  for (const path of paths) {
    try {
      parsed.set(path, parse(readText(path), path));
    } catch (error) {
      const reason = error instanceof UnreadableFile ? error.message : 'it could not be understood';
      unread.push({ file: path, reason });
    }
  }
  return { parsed, unread };
};
