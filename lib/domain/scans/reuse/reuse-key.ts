import { digestOf } from '@scangate/engines/model/digest';
import type { ScanType } from '@scangate/engines/model/scan-type';
import type { UnitType } from '@scangate/engines/model/project-unit';
import type { Repository, Scan } from '@scangate/domain/records';
import { appliesToUnit } from '../scan-scope.ts';

/** Everything other than its files that determines the assessment of a unit, and that all units of a scan share. */
export interface ReuseContext extends Pick<Repository, 'organizationId' | 'repositoryId' | 'fullName'> {
  scanTypes: readonly ScanType[];
  fullScope: boolean;
  /** The versions of the engines, and of the form in which they store results. */
  versions: Readonly<Record<string, string>>;
  /** The id of the license data; `none` without any. */
  licenseData: string;
  /** The id of the published poms; absent without any. */
  poms?: string;
  /** Set when the providers of secrets are queried. */
  verifiesSecrets?: true;
}

/** The part of the key that one unit adds. */
export interface KeyedUnit {
  path: string;
  type: UnitType;
  /** The digest of its own files. */
  digest: string;
  /** The digest of the files outside of the unit that are read. */
  outside: string;
  hasOtherUnits: boolean;
  /** The key for digests of lines. */
  lineKey: string;
}

/** Makes the context of a scan. */
export const reuseContext = (
  { scanTypes, fullScope }: Pick<Scan, 'scanTypes' | 'fullScope'>,
  { organizationId, repositoryId, fullName }: Repository,
  rest: Pick<ReuseContext, 'versions' | 'licenseData' | 'poms' | 'verifiesSecrets'>,
): ReuseContext => ({ organizationId, repositoryId, fullName, scanTypes, fullScope, ...rest });

/**
 * Returns the key that two units share when one result is right for both (docs/adr/0046-pay-for-what-changed.md).
 * The inputs of the judgment are not part of it, because a reused result is judged again.
 */
export const reuseKey = (context: ReuseContext, unit: KeyedUnit): string => {
  const { organizationId, repositoryId, fullName, scanTypes, fullScope, versions, licenseData } = context;
  const verified = context.verifiesSecrets ? ['verified'] : [];
  const { path, type, digest, outside, hasOtherUnits, lineKey } = unit;
  const resolvedBy = context.poms === undefined ? [] : [`poms ${context.poms}`];
  const types = scanTypes.filter((scanType) => appliesToUnit(scanType, type));
  return digestOf([
    [organizationId, repositoryId, fullName],
    [path, type, digest, outside, hasOtherUnits],
    [types, fullScope, versions, licenseData],
    digestOf(lineKey),
    ...verified,
    ...resolvedBy,
  ]);
};
