import type { Severity } from '@scangate/engines/model/severity';
import { compareText } from '@scangate/engines/model/compare-text';
import type { Finding } from '@scangate/engines/model/finding';
import type { BundleMember, Instant } from '../records.ts';
import { memberKey } from './member-key.ts';

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
  /**
   * Set when waivers or suppressions cover it everywhere, until the first waiver ends. It is then not reported as
   * new, and stays on the list.
   */
  accepted?: { waiverIds?: string[]; until?: Instant };
}

const keyOf = ({ advisoryId, package: name, version }: AffectingAdvisory): string =>
  JSON.stringify([advisoryId, name, version]);

type Vulnerability = Extract<Finding, { kind: 'vulnerability' }>;

/** A notice about a package is not a vulnerability of the product. */
const affects = (finding: Finding): finding is Vulnerability =>
  finding.kind === 'vulnerability' && finding.informational === undefined;

type Acceptance = NonNullable<AffectingAdvisory['accepted']>;

const acceptanceOf = ({ waived, suppressed }: Vulnerability): Acceptance | undefined => {
  if (waived) return { waiverIds: [waived.waiverId], until: waived.expiresAt };
  return suppressed && {};
};

/** It lasts until the first of the waivers ends. */
const acceptedByBoth = (a: Acceptance, b: Acceptance): Acceptance => {
  const waiverIds = new Set([...(a.waiverIds ?? []), ...(b.waiverIds ?? [])]);
  const [until] = [a.until, b.until].filter((each) => each !== undefined).toSorted();
  if (until === undefined) return {};
  return { waiverIds: [...waiverIds].toSorted(), until };
};

/** One place without a waiver is enough to affect the release. */
const acceptEverywhere = (known: AffectingAdvisory, accepted: Acceptance | undefined): void => {
  if (known.accepted && accepted) known.accepted = acceptedByBoth(known.accepted, accepted);
  else delete known.accepted;
};

/**
 * Lists the advisories that affect the members of a release, once per package version and advisory, in a fixed
 * order.
 */
export const affectingAdvisories = (
  units: readonly { member: BundleMember; findings: readonly Finding[] }[],
): AffectingAdvisory[] => {
  const found = new Map<string, AffectingAdvisory>();
  for (const { member, findings } of units)
    for (const finding of findings.filter(affects)) {
      const { advisoryId, aliases, purl, packageName, version, severity, kev, fixedVersions } = finding;
      const acceptance = acceptanceOf(finding);
      const one: AffectingAdvisory = {
        advisoryId,
        aliases,
        package: purl ?? packageName,
        version,
        severity,
        knownExploited: kev !== undefined,
        fixedVersions,
        members: [],
        ...(acceptance && { accepted: acceptance }),
      };
      const known = found.get(keyOf(one)) ?? one;
      acceptEverywhere(known, one.accepted);
      found.set(keyOf(one), known);
      if (!known.members.some((each) => memberKey(each) === memberKey(member))) known.members.push(member);
    }
  return [...found.values()].toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
};

/** Summarizes the list for the row of a release: the number of unaccepted advisories, and the waivers that accept others. */
export const summarizeAdvisories = (advisories: readonly AffectingAdvisory[]) => {
  const waiverIds = new Set(advisories.flatMap(({ accepted }) => accepted?.waiverIds ?? []));
  return {
    count: advisories.filter(({ accepted }) => !accepted).length,
    ...(waiverIds.size > 0 && { waiverIds: [...waiverIds].toSorted() }),
  };
};

/** Returns the advisories that are new to a release, are no longer accepted, or have become exploited. */
export const newlyAffecting = (
  before: readonly AffectingAdvisory[],
  after: readonly AffectingAdvisory[],
): AffectingAdvisory[] => {
  const known = new Map(before.map((one) => [keyOf(one), one]));
  return after.filter((one) => {
    const earlier = known.get(keyOf(one));
    if (one.accepted) return false;
    return !earlier || earlier.accepted !== undefined || (one.knownExploited && !earlier.knownExploited);
  });
};
