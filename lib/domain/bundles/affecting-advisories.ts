import type { Severity } from '@scangate/engines/model/severity';
import { compareText } from '@scangate/engines/model/compare-text';
import type { Finding } from '@scangate/engines/model/finding';
import type { BundleMember } from '../records.ts';

/** An advisory that affects packages of a release. */
export interface AffectingAdvisory {
  advisoryId: string;
  aliases: string[];
  package: string;
  version: string;
  severity: Severity;
  knownExploited: boolean;
  /** Versions that fix it, nearest first. */
  fixedVersions: string[];
  members: BundleMember[];
}

const keyOf = ({ advisoryId, package: name, version }: AffectingAdvisory): string =>
  JSON.stringify([advisoryId, name, version]);

const memberKey = ({ repositoryId, projectUnitId = '' }: BundleMember): string =>
  `${repositoryId}#${projectUnitId}`;

/** Whether a finding says that the product is affected: what is waived or suppressed is decided already. */
const affects = (finding: Finding): finding is Extract<Finding, { kind: 'vulnerability' }> =>
  finding.kind === 'vulnerability' &&
  !finding.suppressed &&
  !finding.waived &&
  finding.informational === undefined;

/** Lists what affects the members of a release, each package version and advisory once, in a fixed order. */
export const affectingAdvisories = (
  units: readonly { member: BundleMember; findings: readonly Finding[] }[],
): AffectingAdvisory[] => {
  const found = new Map<string, AffectingAdvisory>();
  for (const { member, findings } of units)
    for (const finding of findings.filter(affects)) {
      const { advisoryId, aliases, purl, packageName, version, severity, kev, fixedVersions } = finding;
      const one: AffectingAdvisory = {
        advisoryId,
        aliases,
        package: purl ?? packageName,
        version,
        severity,
        knownExploited: kev !== undefined,
        fixedVersions,
        members: [],
      };
      const known = found.get(keyOf(one)) ?? one;
      found.set(keyOf(one), known);
      if (!known.members.some((each) => memberKey(each) === memberKey(member))) known.members.push(member);
    }
  return [...found.values()].toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
};

/** The advisories that are new to a release, or exploited now and were not before. */
export const newlyAffecting = (
  before: readonly AffectingAdvisory[],
  after: readonly AffectingAdvisory[],
): AffectingAdvisory[] => {
  const known = new Map(before.map((one) => [keyOf(one), one]));
  return after.filter((one) => {
    const earlier = known.get(keyOf(one));
    return !earlier || (one.knownExploited && !earlier.knownExploited);
  });
};
