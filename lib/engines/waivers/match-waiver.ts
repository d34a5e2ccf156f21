import { compareText } from '../model/compare-text.ts';
import type { Finding } from '../model/finding.ts';
import { alwaysCounts } from '../model/gate/secret-liveness.ts';
import type { ActiveWaiver, WaiverMatch } from '../model/gate/waiver.ts';
import { licenseTerms } from '../license/license-exceptions.ts';
import { parsePurl, type PackageUrl } from '../purl/package-url.ts';
import { globMatches } from '../suppression/path-glob.ts';
import { matchesPackage, parsePackagePattern } from './package-pattern.ts';
import { isInForce } from './waiver-expiry.ts';

/**
 * The unit whose findings are judged. The path of an uploaded artifact is empty, since its files have complete
 * paths.
 */
interface WaivedUnit {
  projectUnitId: string;
  path: string;
}

interface WaiverInputs {
  unit: WaivedUnit;
  /** The organization's waivers that apply to the repository. */
  waivers: readonly ActiveWaiver[];
  /** Rules whose findings no waiver covers. */
  neverWaive?: readonly string[] | undefined;
  /** ISO instant. */
  judgedAt: string;
}

/** A finding with the properties that matchers of waivers compare. */
interface Subject {
  finding: Finding;
  purl: PackageUrl | undefined;
}

type Matcher = (subject: Subject) => boolean;

const purlOf = (finding: Finding): PackageUrl | undefined =>
  'purl' in finding && finding.purl !== undefined ? parsePurl(finding.purl) : undefined;

const ruleOf = (finding: Finding): string | undefined => ('rule' in finding ? finding.rule : undefined);

const inPackage = (text: string | undefined): Matcher => {
  if (text === undefined) return () => true;
  const pattern = parsePackagePattern(text);
  return ({ purl }) => pattern !== undefined && matchesPackage(pattern, purl);
};

const advisoryMatcher = (advisory: string, text: string | undefined): Matcher => {
  const wanted = advisory.toUpperCase();
  const isIn = inPackage(text);
  return (subject) => {
    const { finding } = subject;
    if (finding.kind !== 'vulnerability') return false;
    const named = [finding.advisoryId, ...finding.aliases].some((id) => id.toUpperCase() === wanted);
    return named && isIn(subject);
  };
};

const ruleMatcher = (rule: string, glob: string | undefined, { path }: WaivedUnit): Matcher => {
  const inRepository = (file: string): string => (path === '' ? file : `${path}/${file}`);
  return ({ finding }) =>
    ruleOf(finding) === rule && (glob === undefined || globMatches(glob, inRepository(finding.file)));
};

const licenseMatcher = (license: string, text: string | undefined): Matcher => {
  const terms = licenseTerms(license);
  const isIn = inPackage(text);
  return (subject) =>
    subject.finding.kind === 'license' && subject.finding.license.toLowerCase() === terms && isIn(subject);
};

const matcherOf = (match: WaiverMatch, unit: WaivedUnit): Matcher => {
  if ('fingerprint' in match) return ({ finding }) => finding.fingerprint === match.fingerprint;
  if ('advisory' in match) return advisoryMatcher(match.advisory, match.package);
  if ('rule' in match) return ruleMatcher(match.rule, match.path, unit);
  if ('license' in match) return licenseMatcher(match.license, match.package);
  return inPackage(match.package);
};

/** Of several waivers, the one that lasts longest applies, so that the order of the list does not matter. */
const longestFirst = (a: ActiveWaiver, b: ActiveWaiver): number =>
  compareText(b.expiresAt, a.expiresAt) || compareText(a.waiverId, b.waiverId);

/**
 * Returns a function that finds the waiver of a finding. A waiver ends at its `expiresAt`, to the second, and advice on
 * upgrades is never waived, because it does not count (docs/adr/0040-waivers.md).
 */
export const waiverFinder = ({
  unit,
  waivers,
  neverWaive = [],
  judgedAt,
}: WaiverInputs): ((finding: Finding) => ActiveWaiver | undefined) => {
  const applicable = waivers
    .filter((waiver) => isInForce(waiver, judgedAt))
    .filter(
      ({ scope: { projectUnitId } }) => projectUnitId === undefined || projectUnitId === unit.projectUnitId,
    )
    .toSorted(longestFirst)
    .map((waiver) => ({ waiver, matches: matcherOf(waiver.match, unit) }));
  const never = new Set(neverWaive);
  return (finding) => {
    const rule = ruleOf(finding);
    if (applicable.length === 0 || finding.kind === 'upgrade') return undefined;
    if (rule !== undefined && never.has(rule)) return undefined;
    if (alwaysCounts(finding, neverWaive)) return undefined;
    const subject = { finding, purl: purlOf(finding) };
    return applicable.find(({ matches }) => matches(subject))?.waiver;
  };
};

/** Marks the findings that a waiver covers. They stay in the list. */
export const applyWaivers = <F extends Finding>(findings: readonly F[], inputs: WaiverInputs): F[] => {
  const waiverOf = waiverFinder(inputs);
  return findings.map((finding) => {
    const waiver = waiverOf(finding);
    if (!waiver) return finding;
    const { waiverId, reason, approvedBy, expiresAt } = waiver;
    return { ...finding, waived: { waiverId, reason, approvedBy, expiresAt } };
  });
};
