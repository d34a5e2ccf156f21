import type { FilesOfType } from '../model/assessed-unit.ts';
import type { Coverage } from '../model/coverage.ts';
import type { SkippedFile } from '../model/source-files.ts';

export const skipReasons: Record<SkippedFile['reason'], string> = {
  link: 'symbolic links are not followed',
  submodule: 'submodules are not fetched',
  too_large: 'the file is too large to be fetched',
  path_unsafe: 'the path is not safe',
  outside_unit: 'they are above this unit',
  other_unit: 'they are code of another unit',
};

/** Lists those that are files of the unit itself. */
export const skippedOfUnit = (skipped: readonly SkippedFile[]): SkippedFile[] =>
  skipped.filter(({ reason }) => reason !== 'outside_unit' && reason !== 'other_unit');

/** The number of files that are named for one reason. */
const maxNamed = 20;

/** Returns whether files with this skip reason have unknown content. */
const hasContent = ({ reason }: SkippedFile): boolean => reason === 'too_large' || reason === 'path_unsafe';

/** Adds skipped files as gaps to the coverage of an engine that reads source files. */
export const withSkipped = (coverage: Coverage, skipped: readonly SkippedFile[]): Coverage => {
  if (skipped.length === 0) return coverage;
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  const gaps = [...byReason].map(([reason, files]) => {
    const paths = files.slice(0, maxNamed).map(({ path }) => path);
    const [file] = paths;
    const count = files.length;
    return { reason: skipReasons[reason], count, ...(count === 1 && file ? { file } : { files: paths }) };
  });
  const { nothingToAssess, ...rest } = coverage;
  const status = coverage.status === 'assessed' ? ('partial' as const) : coverage.status;
  return {
    ...rest,
    ...(nothingToAssess && !skipped.some(hasContent) && { nothingToAssess }),
    status,
    gaps: [...coverage.gaps, ...gaps],
  };
};

/** Adds skipped files to the files that a scan type left out. */
export const withSkippedFiles = (files: FilesOfType, skipped: readonly SkippedFile[]): FilesOfType => ({
  ...files,
  unassessed: [...files.unassessed, ...skipped.map(({ path }) => path)],
});
