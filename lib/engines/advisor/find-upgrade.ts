import type { Ecosystem, Inventory } from '../model/component.ts';
import { severities, type Severity } from '../model/severity.ts';
import type { AdvisoryIndex } from '../model/advisory.ts';
import { judgeVersion } from '../sca/judge-version.ts';
import type { Match } from '../sca/match-component.ts';
import { groupByAlias, groupId, type Vulnerability } from '../sca/merge-aliases.ts';
import { packageName } from '../advisories/package-name.ts';
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
}

/** A package has a few hundred fixes at most; the nearest are tried. */
const mostCandidates = 500;

/**
 * Returns a function that lists the versions of a package in the inventory: they exist and work with the
 * project.
 */
export const installedVersions = (inventory: Inventory): ((pinned: PinnedPackage) => readonly string[]) => {
  const installed = new Map<string, Set<string>>();
  const keyOf = (ecosystem: Ecosystem, name: string): string =>
    `${ecosystem} ${packageName(ecosystem, name)}`;
  for (const { ecosystem, name, version } of inventory.components) {
    if (!ecosystem || version === undefined) continue;
    const key = keyOf(ecosystem, name);
    installed.set(key, (installed.get(key) ?? new Set()).add(version));
  }
  return ({ ecosystem, name }) => [...(installed.get(keyOf(ecosystem, name)) ?? [])];
};

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
  const ranges = advisories.lookup(ecosystem, name).flatMap((advisory) => advisory.ranges);
  // Of the versions in a range, only the fix is known to exist.
  const fixes = ranges.flatMap(({ fixed }) => fixed ?? []);
  const above = [...new Set([...fixes, ...installed])]
    .map((text) => ({ text, parsed: order.parse(text), early: isPrerelease(ecosystem, text) }))
    .filter(({ parsed }) => parsed !== undefined && order.compare(parsed, current) > 0)
    .sort((a, b) => order.compare(a.parsed, b.parsed) || (a.text < b.text ? -1 : 1));
  const settled = isPrerelease(ecosystem, version) ? above : above.filter(({ early }) => !early);
  const late = above.filter((each) => !settled.includes(each));
  return [...settled, ...late].slice(0, mostCandidates).map(({ text }) => text);
};

/** Counts the remaining vulnerabilities by severity, worst first. Upgrades are compared by this. */
const weightOf = (left: readonly Vulnerability[]): number[] =>
  severities.map((severity: Severity) => left.filter((one) => one.severity === severity).length);

const isLess = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((count, index) => count !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
};

/**
 * Evaluates versions of one package against all of its advisories.
 * @returns the vulnerabilities of `now` that still apply to a version; undefined when another one applies or
 * may apply.
 */
const judgeOf = ({ ecosystem, name }: PinnedPackage, now: Match, advisories: AdvisoryIndex) => {
  const groups = groupByAlias(advisories.lookup(ecosystem, name)).map((group) => ({
    group,
    had: now.vulnerabilities.find(({ canonicalId }) => canonicalId === groupId(group)),
  }));
  return (version: string): Vulnerability[] | undefined => {
    const left: Vulnerability[] = [];
    for (const { group, had } of groups) {
      const judged = group.map((advisory) => judgeVersion(ecosystem, version, advisory));
      // An uncertainty that already exists is acceptable; a new one is not.
      if (judged.includes('affected')) {
        if (!had) return undefined;
        left.push(had);
      } else if (judged.includes('unknown') && now.gap === undefined) return undefined;
    }
    return left;
  };
};

/**
 * Finds the smallest known version that is clear of every advisory of the package, including those that do not
 * apply now. If there is none, it returns the version that leaves the least (worst severity first) and adds
 * nothing.
 * @param now the vulnerabilities of the pinned version.
 */
export const findUpgrade = (
  pinned: PinnedPackage,
  now: Match,
  { advisories, installed }: { advisories: AdvisoryIndex; installed: readonly string[] },
): Upgrade => {
  const judge = judgeOf(pinned, now, advisories);
  let best: Upgrade = { cleared: [], remaining: now.vulnerabilities };
  for (const to of candidatesOf(pinned, advisories, installed)) {
    const remaining = judge(to);
    if (!remaining || !isLess(weightOf(remaining), weightOf(best.remaining))) continue;
    const left = new Set(remaining);
    best = { to, cleared: now.vulnerabilities.filter((one) => !left.has(one)), remaining };
    if (remaining.length === 0) return best;
  }
  return best;
};
