import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommitLimits } from '@scangate/git';
import { countedFiles, leastBytes, sizeSteps } from '@scangate/git/remote/size-steps';

const limits = { totalBytes: 1000, fileBytes: 200, files: 100, pathLength: 100 };

/** Counts files as a host does that leaves out those of at least so many bytes. */
const countedIn = (
  sizes: readonly number[],
  { fileBytes, refused = 0, ...given }: CommitLimits & { refused?: number } = limits,
) => {
  const countOf = (bytes: number) => ({ bytes, files: sizes.filter((size) => size >= bytes).length });
  const steps = sizeSteps(sizes.length, { fileBytes, ...given }).map(countOf);
  return leastBytes(steps, refused + countOf(fileBytes + 1).files);
};

const manySizes = fc.array(fc.nat(400), { minLength: 1, maxLength: 80 });
const readSizes = fc.array(fc.integer({ min: 8, max: limits.fileBytes }), { minLength: 1, maxLength: 80 });

test('no commit is proven larger than it is, and files that are skipped do not count', () => {
  fc.assert(
    fc.property(manySizes, (sizes) => {
      const kept = sizes.filter((size) => size <= limits.fileBytes);
      expect(countedIn(sizes)).toBeLessThanOrEqual(kept.reduce((sum, size) => sum + size, 0));
    }),
  );
});

test('no commit is proven larger than the files that are read, whichever are refused', () => {
  fc.assert(
    fc.property(readSizes, readSizes, (sizes, refused) => {
      const counted = countedIn([...sizes, ...refused], { ...limits, refused: refused.length });
      expect(counted).toBeLessThanOrEqual(sizes.reduce((sum, size) => sum + size, 0));
    }),
  );
  expect(countedIn([200, 200, 200, 200, 200, 200], { ...limits, refused: 1 })).toBe(835);
});

test('links and refused files are counted once unless they are read elsewhere, and submodules are nowhere', () => {
  const entry = (id: string, mode = '100644') => ({ path: id, id, mode });
  const files = [entry('1'), entry('2'), entry('2')];
  const refused = [
    { ...entry('2', '120000'), reason: 'link' as const },
    { ...entry('3', '120000'), reason: 'link' as const },
    { ...entry('4'), reason: 'path_unsafe' as const },
    { ...entry('5', '160000'), reason: 'submodule' as const },
  ];
  expect(countedFiles({ files, refused })).toEqual({ all: 4, refused: 2 });
  const directory = { ...entry('6', '40000'), reason: 'path_unsafe' as const };
  expect(countedFiles({ files, refused: [...refused, directory] })).toBeUndefined();
});

test('a commit of more than four times the limit is always proven too large', () => {
  fc.assert(
    fc.property(readSizes, (sizes) => {
      const few = {
        ...limits,
        totalBytes: Math.max(1, Math.floor(sizes.reduce((sum, size) => sum + size, 0) / 4) - 1),
      };
      expect(countedIn(sizes, few)).toBeGreaterThan(few.totalBytes);
    }),
  );
});

test('sizes begin where files cannot exceed the limit together, and end with the largest file that is read', () => {
  expect(sizeSteps(100, limits)).toEqual([11, 33, 99]);
  expect(sizeSteps(3, limits)).toEqual([]);
  expect(sizeSteps(0, limits)).toEqual([]);
});
