import type { CommitLimits, CommitListing } from '../commit.ts';

/** Each size is so many times the one before. */
const factor = 3;

/**
 * Returns the sizes, in ascending order, by which the files of a commit are counted to find out whether it is too
 * large: files below the first one cannot exceed the limit together, and files of the first one do.
 */
export const sizeSteps = (files: number, { totalBytes, fileBytes }: CommitLimits): number[] => {
  const steps: number[] = [];
  for (let bytes = Math.floor(totalBytes / Math.max(1, files)) + 1; bytes <= fileBytes; bytes *= factor)
    steps.push(bytes);
  return steps;
};

/** The number of files that have at least so many bytes. */
export interface CountedStep {
  bytes: number;
  files: number;
}

/**
 * Returns the least number of bytes that files have together which were counted by ascending sizes.
 * @param unread how many of the counted files are not read at most, whichever they are.
 */
export const leastBytes = (steps: readonly CountedStep[], unread: number): number => {
  const read = steps.map(({ files }) => Math.max(0, files - unread));
  return steps.reduce(
    (sum, { bytes }, index) => sum + bytes * Math.max(0, (read[index] ?? 0) - (read[index + 1] ?? 0)),
    0,
  );
};

const isDirectory = (mode: string): boolean => mode === '40000' || mode === '040000';

/**
 * Returns how many files a host has of a commit, and how many of them are not read because of what their directories
 * say. @returns undefined when a directory is not read either, whose files are unknown.
 */
export const countedFiles = ({
  files,
  refused,
}: CommitListing): { all: number; refused: number } | undefined => {
  if (refused.some(({ mode }) => isDirectory(mode))) return undefined;
  const read = new Set(files.map(({ id }) => id));
  const others = new Set(refused.filter(({ reason }) => reason !== 'submodule').map(({ id }) => id));
  const unread = [...others].filter((id) => !read.has(id)).length;
  return { all: read.size + unread, refused: unread };
};
