import { sha256 } from '@scangate/engines/model/digest';
import type { Change } from '../../change.ts';
import type { Scan, ScanListing, ScanLookup } from '../../records.ts';

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
  return { change: 'insert', record: 'scanListing', item };
};

/** Lists a new scan by its commit, its repository and its branch. */
export const listNewScan = (scan: ListedScan): Change<'scanListing'>[] => [
  listing(scan, 'commit', scan.commitHash),
  listing(scan, 'repository', scan.repositoryId),
  ...(scan.branch === undefined ? [] : [listing(scan, 'branch', branchKey(scan.branch))]),
];

/** Lists an ended scan by its verdict, which never changes. */
export const listEndedScan = (
  scan: ListedScan,
  { verdict }: Pick<NonNullable<Scan['verdict']>, 'verdict'>,
): Change<'scanListing'>[] => [listing(scan, 'verdict', verdict)];
