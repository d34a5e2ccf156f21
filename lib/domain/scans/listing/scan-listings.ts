import { sha256 } from '@scangate/engines/model/digest';
import type { Change } from '@scangate/domain/record-changes';
import type { Scan, ScanListing, ScanLookup } from '@scangate/domain/records';

type ListedScan = Pick<Scan, 'organizationId' | 'scanId' | 'repositoryId' | 'commitHash' | 'branch'>;

/** A branch has up to 255 characters, and a key up to 1,024 bytes. */
export const branchKey = (branch: string): string => sha256(branch).slice(0, 32);

const listing = (scan: ListedScan, lookup: ScanLookup, value: string): Change<'scanListing'> => {
  const { organizationId, scanId, repositoryId, commitHash, branch } = scan;
  const item: ScanListing = {
    organizationId,
    lookup,
    value,
    scanId,
    repositoryId,
    commitHash,
    ...(branch !== undefined && { branch }),
  };
  // The beginning of a scan may be processed twice and then writes the same rows again.
  return {
    change: 'insert',
    record: 'scanListing',
    item,
    replaceIf: [{ field: 'commitHash', is: 'present' }],
  };
};

/** Lists a scan that begins, by its commit, its repository and its branch. */
export const listBegunScan = (scan: ListedScan): Change<'scanListing'>[] => [
  listing(scan, 'commit', scan.commitHash),
  listing(scan, 'repository', scan.repositoryId),
  ...(scan.branch === undefined ? [] : [listing(scan, 'branch', branchKey(scan.branch))]),
];

/** Lists an ended scan by its verdict, and by everything else if it ended before it began. */
export const listEndedScan = (
  scan: ListedScan & Pick<Scan, 'startedAt'>,
  { verdict }: Pick<NonNullable<Scan['verdict']>, 'verdict'>,
): Change<'scanListing'>[] => [
  ...(scan.startedAt === undefined ? listBegunScan(scan) : []),
  listing(scan, 'verdict', verdict),
];
