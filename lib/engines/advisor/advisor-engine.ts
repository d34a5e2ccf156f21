import type { AdvisoryIndex } from '../model/advisory.ts';
import { strongerScope, type Component } from '../model/component.ts';
import type { Coverage } from '../model/coverage.ts';
import type { UpgradeFinding } from '../model/finding.ts';
import { bySeverity } from '../model/severity.ts';
import type { Engine, EngineInput, EngineResult } from '../engine.ts';
import { assessedTally, componentCoverage, gapCounter } from '../component-coverage.ts';
import { versionOf } from '../engine-version.ts';
import { createMatcher, assertMatcherFindsCanary, type Match } from '../sca/match-component.ts';
import {
  deprecationAdvice,
  endOfLifeAdvice,
  removalAdvice,
  runtimeAdvice,
  upgradeAdvice,
  type PinnedComponent,
} from './advice.ts';
import { accepts, dependentRanges } from './dependent-ranges.ts';
import { directDependents } from './dependents.ts';
import { advisedPackages } from '../distributions/advised-packages.ts';
import { endOfLife } from './end-of-life.ts';
import { findUpgrade, type PinnedPackage, type Upgrade } from './find-upgrade.ts';
import { installedVersions } from '../sca/known-versions.ts';

/** Far above any real unit; bounds memory for a hostile one. */
const maxFindings = 20_000;

const canBeJudged = (component: Component): component is PinnedComponent =>
  component.ecosystem !== undefined && component.version !== undefined;

/** Returns the package whose advisories name fixes: for a distribution's package, its source package. */
const pinnedPackage = (component: PinnedComponent, { lookup }: AdvisoryIndex): PinnedPackage => {
  const all = advisedPackages(component);
  const advised = all.findLast(({ ecosystem, name }) => lookup(ecosystem, name).length > 0) ?? all.at(-1);
  const { ecosystem, name, version = component.version } = advised ?? component;
  return { ecosystem, name, version };
};

/** Finds the upgrade of each package version once for equal ranges, and names the dependents that refuse it. */
const upgradeFinder = ({ inventory, advisories, requested }: EngineInput) => {
  const rangesOf = dependentRanges(inventory, requested);
  const installedOf = installedVersions(inventory);
  const found = new Map<string, Upgrade>();
  return (component: PinnedComponent, now: Match): Upgrade => {
    const { ecosystem, name, version } = component;
    const installed = installedOf(component);
    const ranges = rangesOf(component);
    const asked = [...new Set(ranges.map(({ range }) => range))].sort();
    const key = JSON.stringify([ecosystem, name, version, asked]);
    const isAccepted = (to: string): boolean => ranges.every((each) => accepts(each, to));
    const upgrade =
      found.get(key) ??
      findUpgrade(pinnedPackage(component, advisories), now, { advisories, installed, accepts: isAccepted });
    found.set(key, upgrade);
    const { to } = upgrade;
    const refusing = to === undefined ? [] : ranges.filter((each) => !accepts(each, to));
    return { ...upgrade, refusedBy: refusing.map(({ dependent, range }) => `${dependent} (${range})`) };
  };
};

/**
 * Merges the advice for a version that is installed in several places, with all paths and the stronger scope.
 */
const inBothPlaces = (a: UpgradeFinding, b: UpgradeFinding): UpgradeFinding => ({
  ...a,
  via: [...new Set([...a.via, ...b.via])].sort(),
  ...((a.refusedBy ?? b.refusedBy) && {
    refusedBy: [...new Set([...(a.refusedBy ?? []), ...(b.refusedBy ?? [])])].sort(),
  }),
  direct: a.direct || b.direct,
  scope: strongerScope(a.scope, b.scope),
});

/** Collects one piece of advice per package version and file. */
const adviceSet = () => {
  const all = new Map<string, UpgradeFinding>();
  let dropped = 0;
  return {
    add(advice: UpgradeFinding): void {
      const key = `${advice.fingerprint} ${advice.version}`;
      const known = all.get(key);
      if (!known && all.size >= maxFindings) {
        dropped += 1;
        return;
      }
      all.set(key, known ? inBothPlaces(known, advice) : advice);
    },
    close: () => ({ findings: [...all.values()].sort(worstFirst), dropped }),
  };
};

const sortKey = (advice: UpgradeFinding): string =>
  [advice.packageName, advice.version, advice.advice, advice.file].join('\n');

const worstFirst = (a: UpgradeFinding, b: UpgradeFinding): number =>
  bySeverity(a.severity, b.severity) || (sortKey(a) < sortKey(b) ? -1 : 1);

/**
 * Returns the advice for one component. Dates are compared with the snapshot's, so that equal inputs give equal
 * advice.
 */
const advisor = (input: EngineInput) => {
  const upgradeOf = upgradeFinder(input);
  const viaOf = directDependents(input.inventory);
  const { builtAt } = input.advisories;
  return (component: PinnedComponent, now: Match): UpgradeFinding[] => {
    const { ecosystem, name, version, deprecated } = component;
    const advice: UpgradeFinding[] = [];
    const affected = now.vulnerabilities.length > 0;
    const ended = endOfLife(`${ecosystem} ${name}`, version, builtAt);
    if (!affected && !ended && deprecated === undefined) return advice;
    const via = viaOf(component);
    if (affected) {
      const malicious = now.vulnerabilities.some((vulnerability) => vulnerability.malicious);
      advice.push((malicious ? removalAdvice : upgradeAdvice)(component, upgradeOf(component, now), via));
    }
    if (ended) advice.push(endOfLifeAdvice(component, ended, via));
    else if (deprecated !== undefined) advice.push(deprecationAdvice({ ...component, deprecated }, via));
    return advice;
  };
};

const run = (input: EngineInput): EngineResult => {
  const { inventory, advisories, runtimes } = input;
  const match = createMatcher(advisories, installedVersions(inventory));
  assertMatcherFindsCanary(advisories, match);
  const adviseOn = advisor(input);
  const gaps = gapCounter();
  const set = adviceSet();
  const assessed = assessedTally(inventory);
  for (const component of inventory.components) {
    if (component.local) continue;
    const now = match(component);
    if (now.gap === undefined) assessed.add(component);
    else gaps.count(now.gap, component.file);
    if (canBeJudged(component)) for (const advice of adviseOn(component, now)) set.add(advice);
  }
  for (const runtime of runtimes) {
    const ended = endOfLife(runtime.product, runtime.version, advisories.builtAt);
    if (ended) set.add(runtimeAdvice(runtime, ended));
  }
  const { findings, dropped } = set.close();
  if (dropped > 0) gaps.count('more advice than is kept', undefined, dropped);
  const missing: Coverage['gaps'] =
    advisories.snapshotId === 'none' ? [{ reason: 'no advisories were ever imported' }] : [];
  const allGaps = [...missing, ...gaps.list()];
  return {
    findings,
    coverage: componentCoverage('dependency-advisor', inventory, { ...assessed, gaps: allGaps }),
  };
};

/**
 * Recommends the smallest upgrade that clears each vulnerable dependency, and reports malicious, unfixed and
 * unmaintained ones. Advice does not affect the verdict; the vulnerabilities themselves do (`sca`).
 * @throws Error when the matcher does not find its canary.
 */
export const advisorEngine: Engine = { scanType: 'dependency-advisor', version: versionOf(), run };
