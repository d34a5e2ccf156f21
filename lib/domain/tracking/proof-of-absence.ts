import type { AssessedUnit } from '@scangate/engines/model/assessed-unit';
import { pathDigest } from '@scangate/engines/model/digest';
import type { Coverage } from '@scangate/engines/model/coverage';
import { readsSource } from '@scangate/engines/model/scan-type';
import { scanTypeOfKind } from './tracked-details.ts';
import type { TrackedFinding } from './tracking-records.ts';

/** The part of a judgment of a unit that states what was assessed. */
export interface AssessedScope {
  coverage: readonly Coverage[];
  files: AssessedUnit['files'];
}

/** `unknown`: the type ran, but may have left out the place of the finding. */
export type Absence = 'proven' | 'unknown' | 'not_assessed';

/** A gap that names no file may concern any; the names of a long list are cut. */
const mayConcern = ({ file, files = [], count }: Coverage['gaps'][number], path: string): boolean => {
  const named = [...(file === undefined ? [] : [file]), ...files];
  return named.length === 0 || named.includes(path) || (count ?? named.length) > named.length;
};

/**
 * Decides whether a finding that a judgment does not list is gone. Its dimension has to be assessed, completely or
 * at least for its file, or the unit must have nothing of the kind any more.
 */
export const absenceOf = (
  { kind, file }: Pick<TrackedFinding, 'kind' | 'file'>,
  { coverage, files }: AssessedScope,
): Absence => {
  const scanType = scanTypeOfKind[kind];
  const entry = coverage.find((one) => one.scanType === scanType);
  if (!entry) return 'not_assessed';
  if (entry.status === 'assessed' || entry.nothingToAssess) return 'proven';
  if (entry.status === 'unassessed') return 'unknown';
  if (!readsSource(scanType)) return entry.gaps.some((gap) => mayConcern(gap, file)) ? 'unknown' : 'proven';
  const tally = files[scanType];
  if (tally?.assessed.includes(pathDigest(file))) return 'proven';
  const isElsewhere = tally && !tally.truncated && !tally.unassessed.includes(file);
  return isElsewhere ? 'proven' : 'unknown';
};
