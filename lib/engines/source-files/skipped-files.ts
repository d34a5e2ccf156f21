import { compareText } from '../model/compare-text.ts';
import type { FilesOfType } from '../model/assessed-unit.ts';
import type { Coverage } from '../model/coverage.ts';
import { pathDigest } from '../model/digest.ts';
import type { SkippedFile, SourceFiles } from '../model/source-files.ts';

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

/** Adds the texts of links to the files, as far as they were read: who clones the repository has them. */
export const withLinkTexts = (files: SourceFiles, skipped: readonly SkippedFile[]): SourceFiles => {
  const texts = new Map(
    skipped.flatMap(({ path, target }) =>
      target === undefined ? [] : [[path, Buffer.from(target)] as const],
    ),
  );
  if (texts.size === 0) return files;
  const entries = [...texts].map(([path, { length }]) => ({ path, sizeBytes: length }));
  const all = [...files.entries.filter(({ path }) => !texts.has(path)), ...entries];
  return {
    entries: all.toSorted((a, b) => compareText(a.path, b.path)),
    read: (path) => texts.get(path) ?? files.read(path),
  };
};

/**
 * Adds skipped files to the files that a scan type left out. A link is left out although its text is searched, because what
 * it leads to is not.
 */
export const withSkippedFiles = (files: FilesOfType, skipped: readonly SkippedFile[]): FilesOfType => {
  const links = new Set(
    skipped.flatMap(({ path, target }) => (target === undefined ? [] : pathDigest(path))),
  );
  return {
    ...files,
    assessed: links.size === 0 ? files.assessed : files.assessed.filter((digest) => !links.has(digest)),
    unassessed: [...files.unassessed, ...skipped.map(({ path }) => path)],
  };
};
