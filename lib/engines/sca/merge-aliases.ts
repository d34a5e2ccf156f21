import { publishedFixes } from './known-versions.ts';
import { compareText } from '../model/compare-text.ts';
import type { Ecosystem } from '../model/component.ts';
import { bySeverity, type Severity } from '../model/severity.ts';
import { cvssVersion } from '../advisories/record-severity.ts';
import type { Advisory, CvssScore, Informational, NewestRating } from '../model/advisory.ts';
import { judgeVersion } from './judge-version.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';

/** All records of one vulnerability that affect one version of a package, merged. */
export interface Vulnerability {
  /** Id of the matched record with the best severity data. */
  id: string;
  /** All other ids, sorted. */
  aliases: string[];
  /**
   * An id that does not change when databases are added: the first CVE, else the first GHSA, else the first id.
   */
  canonicalId: string;
  summary: string;
  severity: Severity;
  /** The severity by the newest CVSS version that a record states, if it differs. */
  newestSeverity?: Severity;
  /** ISO instant of the first publication of any record. */
  published?: string;
  cvss?: CvssScore;
  malicious: boolean;
  /** Set when every record that affects the version is a notice. */
  informational?: Informational;
  url: string;
  /** The affected symbols that any record names; absent when none does. */
  symbols?: string[];
  /** Nearest first; each clears every record of this vulnerability. */
  fixedVersions: string[];
}

const maxFixes = 10;

/**
 * Groups records that share an id or alias, directly or transitively. The result does not depend on their
 * order.
 */
export const groupByAlias = (advisories: readonly Advisory[]): Advisory[][] => {
  const groups = new Set<{ ids: Set<string>; members: Advisory[] }>();
  const groupOf = new Map<string, { ids: Set<string>; members: Advisory[] }>();
  for (const advisory of advisories) {
    const ids = [advisory.id, ...advisory.aliases];
    const met = new Set(ids.map((id) => groupOf.get(id)).filter((group) => group !== undefined));
    const [into = { ids: new Set<string>(), members: [] }, ...others] = met;
    for (const other of others) {
      groups.delete(other);
      into.members.push(...other.members);
      for (const id of other.ids) into.ids.add(id);
    }
    into.members.push(advisory);
    for (const id of ids) into.ids.add(id);
    groups.add(into);
    for (const id of others.length > 0 ? into.ids : ids) groupOf.set(id, into);
  }
  return [...groups].map(({ members }) => members);
};

const prefixRank = (id: string): number => {
  if (id.startsWith('CVE-')) return 0;
  return id.startsWith('GHSA-') ? 1 : 2;
};

const canonicalIdOf = (ids: string[]): string =>
  ids.toSorted((a, b) => prefixRank(a) - prefixRank(b) || compareText(a, b))[0] ?? '';

/** Returns the canonical id of a group, whichever of its records affect a version. */
export const groupId = (group: readonly Advisory[]): string =>
  canonicalIdOf([...new Set(group.flatMap(({ id, aliases }) => [id, ...aliases]))]);

const cvssRank = ({ cvss }: Advisory): number => {
  if (!cvss) return 0;
  const at = ['CVSS:3', 'CVSS:4'].findIndex((prefix) => cvss.vector.startsWith(prefix));
  return at + 2;
};

/**
 * Orders by severity data: newest CVSS first, then any severity word, then GHSA, which is reviewed, then by id.
 */
const byData = (a: Advisory, b: Advisory): number =>
  cvssRank(b) - cvssRank(a) ||
  Number(a.severity === 'unknown') - Number(b.severity === 'unknown') ||
  Number(b.id.startsWith('GHSA-')) - Number(a.id.startsWith('GHSA-')) ||
  compareText(a.id, b.id);

/** A package version to match, with the versions of the package that are known to exist. */
interface MatchedVersion {
  ecosystem: Ecosystem;
  version: string;
  known?: readonly string[];
}

/** Lists the versions above the matched one, nearest first, that no record of the group affects. */
const clearVersions = (
  { ecosystem, version }: MatchedVersion,
  group: readonly Advisory[],
  versions: readonly string[],
): string[] => {
  const order = versionOrder(ecosystem);
  const current = order?.parse(version);
  if (!order || current === undefined) return [];
  const candidates = versions
    .map((fixed) => ({ fixed, parsed: order.parse(fixed) }))
    .filter(({ parsed }) => parsed !== undefined && order.compare(parsed, current) > 0)
    .sort((a, b) => order.compare(a.parsed, b.parsed) || compareText(a.fixed, b.fixed));
  return candidates
    .filter(({ parsed }, i) => i === 0 || order.compare(parsed, candidates[i - 1]?.parsed) !== 0)
    .filter(({ fixed }) => group.every((a) => judgeVersion(ecosystem, fixed, a) !== 'affected'))
    .slice(0, maxFixes)
    .map(({ fixed }) => fixed);
};

/**
 * Lists the fixes that the records of a group name. Records that end with a last affected version name none; then
 * other known versions that they do not affect count as fixes, which is also what the advisor recommends from.
 */
const fixesOf = (matched: MatchedVersion, group: readonly Advisory[]): string[] => {
  const named = group.flatMap(publishedFixes);
  const fixes = clearVersions(matched, group, named);
  return fixes.length > 0 ? fixes : clearVersions(matched, group, matched.known ?? []);
};

/** Returns the severity by the newest CVSS version of all records; within one version, the highest. */
const newestOf = (records: readonly Advisory[]): Severity | undefined => {
  const ratings = records.flatMap(({ newest, cvss, severity }): NewestRating[] => {
    if (newest) return [newest];
    return cvss ? [{ severity, version: cvssVersion(cvss.vector) }] : [];
  });
  const [first] = ratings.toSorted((a, b) => b.version - a.version || bySeverity(a.severity, b.severity));
  return first?.severity;
};

/**
 * Merges a group of records to one vulnerability. The severity is the highest of the matched records; if they
 * have none, that of the other records of the group.
 * @param hits the records of `group` that affect the version; at least one.
 */
export const mergeGroup = (
  matched: MatchedVersion,
  group: readonly Advisory[],
  hits: readonly Advisory[],
): Vulnerability => {
  const [best] = hits.toSorted(byData);
  if (!best) throw new Error('no record of the group affects the version');
  const known = hits.some(({ severity }) => severity !== 'unknown') ? hits : group;
  const [worst = best] = known.toSorted((a, b) => bySeverity(a.severity, b.severity) || byData(a, b));
  const [scored] = known.filter(({ cvss }) => cvss).sort((a, b) => byData(a, b) || compareText(a.id, b.id));
  const ids = [...new Set(group.flatMap(({ id, aliases }) => [id, ...aliases]))];
  const newest = newestOf(known);
  const symbols = [...new Set(hits.flatMap((hit) => hit.symbols ?? []))].sort();
  const [published] = group.flatMap((a) => a.published ?? []).sort();
  return {
    id: best.id,
    aliases: ids.filter((id) => id !== best.id).sort(),
    canonicalId: canonicalIdOf(ids),
    summary:
      best.summary ||
      (group
        .map((a) => a.summary)
        .sort()
        .at(-1) ??
        ''),
    severity: worst.severity,
    ...(newest !== undefined && newest !== worst.severity && { newestSeverity: newest }),
    ...(published !== undefined && { published }),
    ...(scored?.cvss && { cvss: scored.cvss }),
    malicious: hits.some(({ malicious }) => malicious),
    ...(best.informational &&
      hits.every(({ informational }) => informational) && { informational: best.informational }),
    url: best.url,
    ...(symbols.length > 0 && { symbols }),
    fixedVersions: fixesOf(matched, group),
  };
};
