import { verdictStatement, type StatedVerdict } from '@scangate/domain/evidence/verdict-statement';
import type { Repository, Scan } from '@scangate/domain/records';
import type { EngineVersions } from '@scangate/domain/verdict/judgment';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import type { BlobReader } from '#ports/blobs.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import { gatherEvidence } from './gather-evidence.ts';

export interface StatementPorts {
  blobs: BlobReader<'results'>;
  publicAddress: PublicAddress;
}

/** A verdict to state, the first one of a scan or a later judgment, with the engines and records behind it. */
export interface VerdictToState {
  scan: Scan;
  repository: Repository | undefined;
  /** The first verdict, whose coverage applies to every judgment. */
  verdict: Pick<Verdict, 'coverage' | 'missingScanTypes'>;
  stated: StatedVerdict;
  judgment?: string;
  engines: EngineVersions;
}

/**
 * Writes the statement of a verdict based on its stored records.
 * @returns the text to sign.
 */
export const stateVerdict = async (
  { scan, repository, verdict, ...given }: VerdictToState,
  { blobs, publicAddress }: StatementPorts,
): Promise<string> => {
  const { coverage, missingScanTypes } = verdict;
  const [publicUrl, evidence] = await Promise.all([
    publicAddress.url(),
    gatherEvidence(scan, { isFirst: given.judgment === undefined }, blobs),
  ]);
  const named = repository ?? { fullName: scan.repositoryId, url: '' };
  return JSON.stringify(
    verdictStatement({ scan, coverage, missingScanTypes, repository: named, publicUrl, evidence, ...given }),
  );
};
