import { fingerprint } from '../finding-fingerprint.ts';
import { strongerScope, type Component, type Ecosystem, type Inventory } from '../model/component.ts';
import type { SignalSource } from '../model/advisory.ts';
import { compareText } from '../model/compare-text.ts';
import type { Coverage } from '../model/coverage.ts';
import type { Usage, VulnerabilityFinding } from '../model/finding.ts';
import type { GatePolicy } from '../model/gate/policy.ts';
import { bySeverity, type Severity } from '../model/severity.ts';
import type { Engine, EngineInput, EngineResult } from '../engine.ts';
import { assessedTally, componentCoverage, gapCounter } from '../component-coverage.ts';
import { advisedEcosystems, uncertainEcosystem } from '../distributions/advised-packages.ts';
import { endOfSupport } from '../distributions/end-of-support.ts';
import { versionOf } from '../engine-version.ts';
import { dependencyPaths } from './dependency-path.ts';
import { signalsOf } from '../advisories/exploit-signals.ts';
import { createMatcher, assertMatcherFindsCanary } from './match-component.ts';
import type { Vulnerability } from './merge-aliases.ts';
import { installedVersions } from './known-versions.ts';
import { sourceFindings } from './package-source-findings.ts';
import { packageName } from '../advisories/package-name.ts';
import { usageOfComponents } from '../import-usage/usage-of-components.ts';

/** Far above any real unit; bounds memory for a hostile one. The most severe findings are kept. */
const maxFindings = 20_000;

/** Returns the ecosystems whose advisories a unit needs. */
export const ecosystemsOf = (inventory: Inventory): Ecosystem[] =>
  [...new Set(inventory.components.flatMap(({ ecosystem }) => ecosystem ?? []))]
    .flatMap(advisedEcosystems)
    .filter((each, at, all) => all.indexOf(each) === at)
    .sort();

/**
 * Identifies a finding by vulnerability, package and file but not version: an insufficient upgrade keeps the
 * finding, and two installed versions share it, so that a waiver covers both.
 */
const fingerprintOf = (component: Component, { canonicalId }: Vulnerability): string => {
  const { ecosystem, name, file } = component;
  const named = ecosystem ? packageName(ecosystem, name) : name;
  const parts = ['vulnerability', canonicalId, ecosystem ?? '', named, file];
  return fingerprint(JSON.stringify(parts));
};

const titleOf = ({ name }: Component, { summary, malicious }: Vulnerability): string => {
  if (malicious) return summary || `${name} is a malicious package`;
  return summary || `Known vulnerability in ${name}`;
};

interface FindingContext {
  dependencyPath: string[];
  usage: Usage | undefined;
  signals: SignalSource | undefined;
  policy: GatePolicy;
}

/** Returns the highest stated severity, or that of the newest CVSS version if the policy says so. */
const severityOf = ({ severity, newestSeverity }: Vulnerability, policy: GatePolicy): Severity =>
  policy.severity === 'newest' ? (newestSeverity ?? severity) : severity;

const findingOf = (
  component: Component,
  vulnerability: Vulnerability,
  { dependencyPath, usage, signals, policy }: FindingContext,
): VulnerabilityFinding => ({
  kind: 'vulnerability',
  fingerprint: fingerprintOf(component, vulnerability),
  severity: severityOf(vulnerability, policy),
  title: titleOf(component, vulnerability),
  advisoryId: vulnerability.id,
  aliases: vulnerability.aliases,
  ...(component.purl !== undefined && { purl: component.purl }),
  packageName: component.name,
  version: component.version ?? '',
  scope: component.scope,
  direct: component.direct,
  dependencyPath,
  ...(usage && { usage }),
  fixedVersions: vulnerability.fixedVersions,
  ...(vulnerability.cvss && { cvss: vulnerability.cvss }),
  malicious: vulnerability.malicious,
  ...(vulnerability.published !== undefined && { published: vulnerability.published }),
  ...(vulnerability.informational && { informational: vulnerability.informational }),
  ...signalsOf([vulnerability.id, ...vulnerability.aliases], signals),
  file: component.file,
  url: vulnerability.url,
});

const sortKey = (f: VulnerabilityFinding): string =>
  [f.packageName, f.version, f.advisoryId, f.file, f.purl ?? ''].join('\n');

/**
 * Sorts findings with their keys, the worst first. An unknown severity is placed where the policy counts it, so that truncation does
 * not change the verdict.
 */
const worstFirst = (
  found: ReadonlyMap<string, VulnerabilityFinding>,
  { unknownSeverityAs }: GatePolicy,
): [string, VulnerabilityFinding][] =>
  Array.from(found, (entry) => {
    const [, finding] = entry;
    const counted = finding.severity === 'unknown' ? unknownSeverityAs : finding.severity;
    return { entry, counted, text: sortKey(finding) };
  })
    .sort((a, b) => bySeverity(a.counted, b.counted) || compareText(a.text, b.text))
    .map(({ entry }) => entry);

/** An import in either place counts, and an unknown use outweighs none. */
const strongerUsage = (a: Usage | undefined, b: Usage | undefined): Usage | undefined => {
  if (a?.imported) return a;
  return b?.imported || !b ? b : a;
};

/**
 * Merges the findings of one package version installed in several places: the shortest path and the stronger
 * scope.
 */
const nearest = (a: VulnerabilityFinding, b: VulnerabilityFinding): VulnerabilityFinding => {
  const [near, far] = b.dependencyPath.length < a.dependencyPath.length ? [b, a] : [a, b];
  return {
    ...near,
    usage: strongerUsage(near.usage, far.usage),
    scope: strongerScope(near.scope, far.scope),
    direct: a.direct || b.direct,
  };
};

/** Collects findings by identity and holds at most twice as many as are kept. */
const findingSet = (policy: GatePolicy) => {
  let found = new Map<string, VulnerabilityFinding>();
  let dropped = 0;
  const worst = (): [string, VulnerabilityFinding][] => {
    const sorted = worstFirst(found, policy);
    dropped += Math.max(0, sorted.length - maxFindings);
    return sorted.slice(0, maxFindings);
  };
  return {
    add(finding: VulnerabilityFinding): void {
      const key = `${finding.fingerprint} ${finding.version}`;
      const known = found.get(key);
      found.set(key, known ? nearest(known, finding) : finding);
      if (found.size > maxFindings * 2) found = new Map(worst());
    },
    close: () => ({ findings: worst().map(([, finding]) => finding), dropped }),
  };
};

/** Returns a function that says which releases of distributions had lost their support at a time. */
const endsOfSupport = (at: string | undefined): ((ecosystem: Ecosystem) => string | undefined) => {
  const known = new Map<Ecosystem, string | undefined>();
  return (ecosystem) => {
    if (!known.has(ecosystem)) known.set(ecosystem, endOfSupport(ecosystem, at));
    return known.get(ecosystem);
  };
};

/** Says which advisories a snapshot lacks that may list a package which is compared with those of its own ecosystem. */
const lackOf = (ecosystem: Ecosystem, { ecosystems }: EngineInput['advisories']): string | undefined => {
  const other = uncertainEcosystem(ecosystem);
  return other === undefined || ecosystems.includes(other)
    ? undefined
    : `no advisories for ${other} in the snapshot, which a package that is called one of ${ecosystem} may be of`;
};

const assess = ({ inventory, usage, advisories, policy }: EngineInput) => {
  const match = createMatcher(advisories, installedVersions(inventory));
  assertMatcherFindsCanary(advisories, match);
  const pathOf = dependencyPaths(inventory);
  const usageOf = usageOfComponents(inventory, usage);
  const gaps = gapCounter();
  const endOf = endsOfSupport(advisories.builtAt);
  const found = findingSet(policy);
  const assessed = assessedTally(inventory);
  for (const component of inventory.components) {
    // Local packages have no advisories; the inventory notes paths.
    if (component.local) continue;
    const { vulnerabilities, gap } = match(component);
    if (gap === undefined) assessed.add(component);
    else gaps.count(gap, component.file);
    // What was known until then has been compared.
    if (gap === undefined && component.ecosystem)
      for (const reason of [endOf(component.ecosystem), lackOf(component.ecosystem, advisories)])
        if (reason !== undefined) gaps.count(reason, component.file);
    if (vulnerabilities.length === 0) continue;
    const context = { dependencyPath: pathOf(component), signals: advisories.signals, policy };
    for (const vulnerability of vulnerabilities) {
      const used = usageOf(component, vulnerability.symbols);
      found.add(findingOf(component, vulnerability, { ...context, usage: used }));
    }
  }
  const { findings, dropped } = found.close();
  if (dropped > 0)
    gaps.count('more findings than are kept; the least severe are left out', undefined, dropped);
  return { findings, assessed, gaps: gaps.list() };
};

const run = (input: EngineInput): EngineResult => {
  const { findings, assessed, gaps } = assess(input);
  const missing: Coverage['gaps'] =
    input.advisories.snapshotId === 'none' ? [{ reason: 'no advisories were ever imported' }] : [];
  const coverage = componentCoverage('sca', input.inventory, { ...assessed, gaps: [...missing, ...gaps] });
  return { findings: [...findings, ...sourceFindings(input)], coverage };
};

/**
 * Finds known vulnerabilities and malicious packages among a unit's components, including development
 * dependencies, and lockfiles that take packages from unexpected places. A component whose version cannot be evaluated is a gap in coverage: neither clean nor
 * vulnerable.
 * @throws Error when the matcher does not find its canary.
 */
export const scaEngine: Engine = { scanType: 'sca', version: versionOf(), run };
