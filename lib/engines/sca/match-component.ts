import type { Component, Ecosystem } from '../model/component.ts';
import type { Advisory, AdvisoryIndex } from '../model/advisory.ts';
import { canaryComponent, canaryRecord } from '../advisories/canary-advisory.ts';
import { judgeVersion, type VersionJudgment } from './judge-version.ts';
import { knownVersions, type InstalledVersions } from './known-versions.ts';
import { groupByAlias, mergeGroup, type Vulnerability } from './merge-aliases.ts';
import { parsePurl } from '../purl/package-url.ts';
import { registryWithoutAdvisories } from '../purl/without-advisories.ts';
import {
  advisedEcosystems,
  advisedPackages,
  uncertainEcosystem,
  type AdvisedPackage,
} from '../distributions/advised-packages.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';

/**
 * The vulnerabilities of one component. A `gap` says why the absence of a match proves nothing; it may accompany
 * matches.
 */
export interface Match {
  vulnerabilities: Vulnerability[];
  gap?: string;
}

type Matchable = Pick<Component, 'ecosystem' | 'name' | 'version' | 'sourcePackage'>;

export type Matcher = (component: Matchable & Pick<Component, 'purl'>) => Match;

const gap = (reason: string): Match => ({ vulnerabilities: [], gap: reason });

const withoutEcosystem = (purl: string | undefined): Match => {
  const registry = registryWithoutAdvisories(purl);
  return gap(registry === undefined ? 'no ecosystem with advisories' : `no advisories exist for ${registry}`);
};

const clean: Match = { vulnerabilities: [] };

/** Says why the version of a package proves nothing; undefined where it can be ordered. */
const orderGap = (ecosystem: Ecosystem, version: string): string | undefined => {
  const order = versionOrder(ecosystem);
  if (!order) return `versions of ${ecosystem} cannot be ordered`;
  return order.parse(version) === undefined ? 'the version cannot be ordered' : undefined;
};

const matchVersion = (
  { ecosystem, version }: Required<Pick<Component, 'ecosystem' | 'version'>>,
  advisories: readonly Advisory[],
  installed: () => readonly string[],
): Match => {
  const judgments = new Map<Advisory, VersionJudgment>();
  const judged = new Set<VersionJudgment>();
  for (const advisory of advisories) {
    const judgment = judgeVersion(ecosystem, version, advisory);
    judgments.set(advisory, judgment);
    judged.add(judgment);
  }
  const merged = (): Vulnerability[] => {
    const known = knownVersions(advisories, installed());
    return groupByAlias(advisories).flatMap((group) => {
      const hits = group.filter((advisory) => judgments.get(advisory) === 'affected');
      return hits.length > 0 ? mergeGroup({ ecosystem, version, known }, group, hits) : [];
    });
  };
  const vulnerabilities = judged.has('affected') ? merged() : [];
  const unordered = orderGap(ecosystem, version);
  if (unordered !== undefined) return { vulnerabilities, gap: unordered };
  return judged.has('unknown')
    ? { vulnerabilities, gap: 'an advisory has versions that cannot be ordered' }
    : { vulnerabilities };
};

const claimedVersion = 'the version of a hash is only what a comment says';
const hashOnly = /^(?:[\da-f]{40}|[\da-f]{64})$/i;

/**
 * Returns why an action without a match is not clean. Whoever commits a hash writes its version beside it, and nothing tells
 * whether it is true; and an SBOM may list any repository of GitHub. Both can be vulnerable, but never clean.
 */
const doubtOf = ({ ecosystem, purl = '' }: Pick<Component, 'ecosystem' | 'purl'>): string | undefined => {
  if (ecosystem !== 'GitHub Actions') return undefined;
  const { type, qualifiers: { vcs_url: origin = '' } = {} } = parsePurl(purl) ?? {};
  if (type === 'github') return 'a repository of GitHub that need not be an action';
  return hashOnly.test(origin.slice(origin.lastIndexOf('@') + 1)) ? claimedVersion : undefined;
};

/** Merges the matches of a package under two names; a vulnerability of both counts once. */
const mergeMatches = (a: Match, b: Match): Match => {
  const known = new Set(a.vulnerabilities.map(({ canonicalId }) => canonicalId));
  const reason = a.gap ?? b.gap;
  return {
    vulnerabilities: [
      ...a.vulnerabilities,
      ...b.vulnerabilities.filter(({ canonicalId }) => !known.has(canonicalId)),
    ],
    ...(reason !== undefined && { gap: reason }),
  };
};

/**
 * Returns a matcher for one snapshot. It caches results by name and version, so that a package installed a thousand
 * times is matched once.
 * @param installedOf the versions that the unit has, which count as known ones.
 */
export const createMatcher = (index: AdvisoryIndex, installedOf: InstalledVersions = () => []): Matcher => {
  const remembered = new Map<string, Match>();
  const withoutAdvisories = new Map<Ecosystem, Match>();
  const missing = (ecosystem: Ecosystem): Match => {
    let match = withoutAdvisories.get(ecosystem);
    if (!match)
      withoutAdvisories.set(ecosystem, (match = gap(`no advisories for ${ecosystem} in the snapshot`)));
    return match;
  };
  const matchPackage = ({ ecosystem, name, version }: AdvisedPackage): Match => {
    if (!index.ecosystems.includes(ecosystem)) return missing(ecosystem);
    if (version === undefined || version === '') return gap('no version is pinned');
    const advisories = index.lookup(ecosystem, name);
    // Nearly all packages have none, and nothing to be remembered.
    if (advisories.length === 0) {
      const unordered = orderGap(ecosystem, version);
      return unordered === undefined ? clean : gap(unordered);
    }
    const key = JSON.stringify([ecosystem, name, version]);
    let match = remembered.get(key);
    if (!match) {
      match = matchVersion({ ecosystem, version }, advisories, () => installedOf({ ecosystem, name }));
      remembered.set(key, match);
    }
    return match;
  };
  const matchAll = (component: Matchable & Pick<Component, 'purl'>): Match => {
    const { ecosystem, name, version, sourcePackage, purl } = component;
    if (!ecosystem) return withoutEcosystem(purl);
    // Nearly all packages are advised by their own name only.
    if (!sourcePackage && advisedEcosystems(ecosystem).length === 1)
      return matchPackage({ ecosystem, name, version });
    const uncertain = uncertainEcosystem(ecosystem);
    const isAbsent = uncertain !== undefined && !index.ecosystems.includes(uncertain);
    const packages = advisedPackages(component).filter((each) => !isAbsent || each.ecosystem !== uncertain);
    const [first = clean, ...others] = packages.map(matchPackage);
    return others.reduce(mergeMatches, first);
  };
  return (component) => {
    const match = matchAll(component);
    const doubt = doubtOf(component);
    return doubt === undefined ? match : { ...match, gap: match.gap ?? doubt };
  };
};

/**
 * Checks that the matcher finds the canary of every ecosystem in the snapshot.
 * @throws Error otherwise, which is a bug: no scan may then report anything as clean.
 */
export const assertMatcherFindsCanary = (index: AdvisoryIndex, match: Matcher): void => {
  for (const ecosystem of index.ecosystems) {
    const [id] = canaryRecord(ecosystem);
    const { vulnerabilities } = match(canaryComponent(ecosystem));
    if (vulnerabilities.length !== 1 || vulnerabilities[0]?.id !== id) {
      throw new Error(`the matcher did not find the canary of ${ecosystem}`);
    }
  }
};
