import type { Ecosystem, Inventory } from '../../domain/scans/component.ts';
import { severities, type Severity } from '../../domain/scans/severity.ts';
import type { AdvisoryIndex } from '../sca/advisory.ts';
import type { Match, Matcher } from '../sca/match-component.ts';
import type { Vulnerability } from '../sca/merge-aliases.ts';
import { packageName } from '../sca/package-name.ts';
import { versionOrder } from '../sca/versions/order-of-ecosystem.ts';
import { isPrerelease } from './breaking-change.ts';

/** One package version of an inventory that its ecosystem can order. */
export interface Pinned {
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

/** Versions of each package that the inventory itself has installed: they exist, and the project knows them. */
export const installedVersions = (inventory: Inventory): ((pinned: Pinned) => readonly string[]) => {
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

/** Known versions above the pinned one, releases before prereleases, nearest first. */
const candidatesOf = (pinned: Pinned, advisories: AdvisoryIndex, installed: readonly string[]): string[] => {
  const { ecosystem, name, version } = pinned;
  const order = versionOrder(ecosystem);
  const current = order?.parse(version);
  if (!order || current === undefined) return [];
  const ranges = advisories.lookup(ecosystem, name).flatMap((advisory) => advisory.ranges);
  // Of what a range names, only its fix surely exists and is worth having.
  const fixes = ranges.flatMap(({ fixed }) => fixed ?? []);
  const above = [...new Set([...fixes, ...installed])]
    .map((text) => ({ text, parsed: order.parse(text), early: isPrerelease(ecosystem, text) }))
    .filter(({ parsed }) => parsed !== undefined && order.compare(parsed, current) > 0)
    .sort((a, b) => order.compare(a.parsed, b.parsed) || (a.text < b.text ? -1 : 1));
  const settled = isPrerelease(ecosystem, version) ? above : above.filter(({ early }) => !early);
  const late = above.filter((each) => !settled.includes(each));
  return [...settled, ...late].slice(0, mostCandidates).map(({ text }) => text);
};

const idsOf = (vulnerabilities: readonly Vulnerability[]): Set<string> =>
  new Set(vulnerabilities.map(({ canonicalId }) => canonicalId));

/** How many of each severity are left, worst first: what an upgrade is measured by. */
const weightOf = (left: readonly Vulnerability[]): number[] =>
  severities.map((severity: Severity) => left.filter((one) => one.severity === severity).length);

const isLess = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((count, index) => count !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
};

/**
 * The smallest known version that is clear of every advisory of the package, not only of those that apply now. Where
 * none is, the one that leaves least (worst severity first) and brings nothing new.
 * @param now what applies to the pinned version.
 */
export const findUpgrade = (
  pinned: Pinned,
  now: Match,
  {
    match,
    advisories,
    installed,
  }: { match: Matcher; advisories: AdvisoryIndex; installed: readonly string[] },
): Upgrade => {
  const had = idsOf(now.vulnerabilities);
  let best: Upgrade = { cleared: [], remaining: now.vulnerabilities };
  for (const to of candidatesOf(pinned, advisories, installed)) {
    const then = match({ ...pinned, version: to });
    const left = idsOf(then.vulnerabilities);
    // Doubt that was there before is no worse; new doubt is no clearance.
    const worse = [...left].some((id) => !had.has(id)) || (then.gap !== undefined && then.gap !== now.gap);
    if (worse || !isLess(weightOf(then.vulnerabilities), weightOf(best.remaining))) continue;
    const cleared = now.vulnerabilities.filter(({ canonicalId }) => !left.has(canonicalId));
    best = { to, cleared, remaining: now.vulnerabilities.filter((one) => left.has(one.canonicalId)) };
    if (left.size === 0) return best;
  }
  return best;
};
