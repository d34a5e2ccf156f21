import type { Ecosystem } from '../model/component.ts';
import { severities, type Severity } from '../model/severity.ts';
import type { AdvisoryIndex } from '../model/advisory.ts';
import { judgeVersion } from '../sca/judge-version.ts';
import type { Match } from '../sca/match-component.ts';
import { groupByAlias, groupId, type Vulnerability } from '../sca/merge-aliases.ts';
import { knownVersions } from '../sca/known-versions.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';
import { isPrerelease } from './breaking-change.ts';

/** One package version of an inventory that its ecosystem can order. */
export interface PinnedPackage {
  ecosystem: Ecosystem;
  name: string;
  version: string;
}

export interface Upgrade {
  /** Absent when no known version is better. */
  to?: string;
  cleared: Vulnerability[];
  remaining: Vulnerability[];
  /** Dependents that request other versions than `to`, with their ranges. */
  refusedBy?: string[];
  /** A version that would clear something but has other vulnerabilities; only when there is no better one. */
  obstacle?: { version: string; ids: string[] };
}

interface UpgradeContext {
  advisories: AdvisoryIndex;
  installed: readonly string[];
  /** Returns whether the dependents in the unit accept a version; absent when their ranges are not known. */
  accepts?: (version: string) => boolean;
}

/** A package has a few hundred fixes at most; the nearest are tried. */
const maxCandidates = 500;

/** Lists known versions above the pinned one, releases before pre-releases, nearest first. */
const candidatesOf = (
  pinned: PinnedPackage,
  advisories: AdvisoryIndex,
  installed: readonly string[],
): string[] => {
  const { ecosystem, name, version } = pinned;
  const order = versionOrder(ecosystem);
  const current = order?.parse(version);
  if (!order || current === undefined) return [];
  const above = knownVersions(advisories.lookup(ecosystem, name), installed)
    .map((text) => ({ text, parsed: order.parse(text), early: isPrerelease(ecosystem, text) }))
    .filter(({ parsed }) => parsed !== undefined && order.compare(parsed, current) > 0)
    .sort((a, b) => order.compare(a.parsed, b.parsed) || (a.text < b.text ? -1 : 1));
  const settled = isPrerelease(ecosystem, version) ? above : above.filter(({ early }) => !early);
  const late = above.filter((each) => !settled.includes(each));
  return [...settled, ...late].slice(0, maxCandidates).map(({ text }) => text);
};

/** Counts the remaining vulnerabilities by severity, worst first. Upgrades are compared by this. */
const weightOf = (left: readonly Vulnerability[]): number[] =>
  severities.map((severity: Severity) => left.filter((one) => one.severity === severity).length);

const isLess = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((count, index) => count !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
};

/** The vulnerabilities of `now` that still apply to a version, and the ids of others that apply or may apply. */
interface Judged {
  left: Vulnerability[];
  added: string[];
}

/** Evaluates versions of one package against all of its advisories. */
const judgeOf = ({ ecosystem, name }: PinnedPackage, now: Match, advisories: AdvisoryIndex) => {
  const groups = groupByAlias(advisories.lookup(ecosystem, name)).map((group) => ({
    group,
    had: now.vulnerabilities.find(({ canonicalId }) => canonicalId === groupId(group)),
  }));
  return (version: string): Judged => {
    const left: Vulnerability[] = [];
    const added: string[] = [];
    for (const { group, had } of groups) {
      const judged = group.map((advisory) => judgeVersion(ecosystem, version, advisory));
      // An uncertainty that already exists is acceptable; a new one is not.
      if (judged.includes('affected')) {
        if (had) left.push(had);
        else added.push(groupId(group));
      } else if (judged.includes('unknown') && now.gap === undefined) added.push(groupId(group));
    }
    return { left, added };
  };
};

/**
 * Finds the smallest known version that is clear of every advisory of the package, including those that do not
 * apply now, and that the dependents accept, if there is one. If none is clear, it returns the version that leaves
 * the least (worst severity first) and adds nothing.
 * @param now the vulnerabilities of the pinned version.
 */
export const findUpgrade = (
  pinned: PinnedPackage,
  now: Match,
  { advisories, installed, accepts = () => true }: UpgradeContext,
): Upgrade => {
  const judge = judgeOf(pinned, now, advisories);
  let best: Upgrade = { cleared: [], remaining: now.vulnerabilities };
  let obstacle: Upgrade['obstacle'];
  for (const to of candidatesOf(pinned, advisories, installed)) {
    const { left: remaining, added } = judge(to);
    if (added.length > 0 && remaining.length < now.vulnerabilities.length)
      obstacle ??= { version: to, ids: added.sort() };
    const isClear = remaining.length === 0;
    const isWorse = !isLess(weightOf(remaining), weightOf(best.remaining));
    const replaces = best.to !== undefined && isClear && !accepts(best.to) && accepts(to);
    if (added.length > 0 || (isWorse && !replaces)) continue;
    const left = new Set(remaining);
    best = { to, cleared: now.vulnerabilities.filter((one) => !left.has(one)), remaining };
    if (isClear && accepts(to)) return best;
  }
  return best.to === undefined && obstacle ? { ...best, obstacle } : best;
};
