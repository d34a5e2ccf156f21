import type { CommitLimits } from '../commit.ts';

/** Each size is so many times the one before. */
const factor = 3;

/**
 * Returns the sizes, in ascending order, by which the files of a commit are counted to find out whether it is too
 * large: files below the first one cannot exceed the limit together, however many they are.
 */
export const sizeSteps = (files: number, { totalBytes, fileBytes }: CommitLimits): number[] => {
  const steps: number[] = [];
  for (let bytes = Math.ceil(totalBytes / Math.max(1, files)); bytes <= fileBytes; bytes *= factor)
    steps.push(bytes);
  return steps;
};

/** The number of files that have at least so many bytes. */
export interface CountedStep {
  bytes: number;
  files: number;
}

/** Returns the least number of bytes that files have together which were counted by ascending sizes. */
export const leastBytes = (steps: readonly CountedStep[]): number =>
  steps.reduce(
    (sum, { bytes, files }, index) => sum + bytes * Math.max(0, files - (steps[index + 1]?.files ?? 0)),
    0,
  );
