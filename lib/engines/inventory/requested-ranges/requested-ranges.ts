import { recognizeLockfile } from '@scangate/engines/units/recognize-file';
import type { LockfileFormat } from '../formats.ts';
import { bunLockRanges, packageLockRanges, pnpmLockRanges, yarnLockRanges } from './npm-ranges.ts';
import { composerLockRanges, gemfileLockRanges, mixLockRanges, packagesLockRanges } from './other-ranges.ts';
import { pdmLockRanges, poetryLockRanges } from './python-ranges.ts';
import type { RangeReader, RequestedRanges } from './range-reader.ts';

/** The formats that state the ranges in which packages request each other. */
const readers: Partial<Record<LockfileFormat, RangeReader>> = {
  'package-lock': packageLockRanges,
  yarn: yarnLockRanges,
  'pnpm-lock': pnpmLockRanges,
  'bun-lock': bunLockRanges,
  'poetry-lock': poetryLockRanges,
  'pdm-lock': pdmLockRanges,
  'composer-lock': composerLockRanges,
  'gemfile-lock': gemfileLockRanges,
  'packages-lock': packagesLockRanges,
  'mix-lock': mixLockRanges,
};

/**
 * Reads the ranges of a lockfile by its name; undefined where the format states none.
 * @throws what the parser throws on a damaged text.
 */
export const requestedRanges = (path: string, text: string): RequestedRanges | undefined => {
  const format = recognizeLockfile(path)?.format;
  return format && readers[format]?.(text);
};
