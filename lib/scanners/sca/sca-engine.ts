import { createHash } from 'node:crypto';
import type { Component, Ecosystem, Inventory } from '../../domain/scans/component.ts';
import type { Coverage, VulnerabilityFinding } from '../../domain/scans/finding.ts';
import type { GatePolicy } from '../../domain/scans/policy.ts';
import { bySeverity, type Severity } from '../../domain/scans/severity.ts';
import type { Engine, EngineInput, EngineResult } from '../engine.ts';
import { coverageOf, gapCounter, inventoryGaps } from '../inventory-coverage.ts';
import { dependencyPaths } from './dependency-path.ts';
import { matcher, proveAwake } from './match-component.ts';
import type { Vulnerability } from './merge-aliases.ts';
import { packageName } from './package-name.ts';

/** No real unit comes near; a hostile one must not exhaust memory. The most severe ones are kept. */
const mostFindings = 20_000;

/** The ecosystems whose advisories a unit needs. */
export const ecosystemsOf = (inventory: Inventory): Ecosystem[] =>
  [...new Set(inventory.components.flatMap(({ ecosystem }) => ecosystem ?? []))].sort();

/**
 * The weakness, the package and the file, without the version: an upgrade that does not help leaves the
 * finding the same one, and two installed versions share it, so that whoever waives it waives both.
 */
const fingerprintOf = (component: Component, { canonicalId }: Vulnerability): string => {
  const { ecosystem, name, file } = component;
  const named = ecosystem ? packageName(ecosystem, name) : name;
  const parts = ['vulnerability', canonicalId, ecosystem ?? '', named, file];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
};

const titleOf = ({ name }: Component, { summary, malicious }: Vulnerability): string => {
  if (malicious) return summary || `${name} is a malicious package`;
  return summary || `Known vulnerability in ${name}`;
};

const findingOf = (
  component: Component,
  vulnerability: Vulnerability,
  dependencyPath: string[],
): VulnerabilityFinding => ({
  kind: 'vulnerability',
  fingerprint: fingerprintOf(component, vulnerability),
  severity: vulnerability.severity,
  title: titleOf(component, vulnerability),
  advisoryId: vulnerability.id,
  aliases: vulnerability.aliases,
  ...(component.purl !== undefined && { purl: component.purl }),
  packageName: component.name,
  version: component.version ?? '',
  scope: component.scope,
  direct: component.direct,
  dependencyPath,
  fixedVersions: vulnerability.fixedVersions,
  ...(vulnerability.cvss && { cvss: vulnerability.cvss }),
  malicious: vulnerability.malicious,
  file: component.file,
  url: vulnerability.url,
});

const sortKey = (f: VulnerabilityFinding): string =>
  [f.packageName, f.version, f.advisoryId, f.file, f.purl ?? ''].join('\n');

/** An unknown severity stands where the policy counts it, so that what is kept decides as the whole would. */
const worstFirst = ({ unknownSeverityAs }: GatePolicy) => {
  const counted = ({ severity }: VulnerabilityFinding): Severity =>
    severity === 'unknown' ? unknownSeverityAs : severity;
  return (a: VulnerabilityFinding, b: VulnerabilityFinding): number => {
    const [left, right] = [sortKey(a), sortKey(b)];
    return bySeverity(counted(a), counted(b)) || (left < right ? -1 : Number(left > right));
  };
};

const assess = ({ inventory, advisories, policy }: EngineInput) => {
  const inOrder = worstFirst(policy);
  const match = matcher(advisories);
  proveAwake(advisories, match);
  const pathOf = dependencyPaths(inventory);
  const gaps = gapCounter();
  let findings: VulnerabilityFinding[] = [];
  let [assessed, dropped] = [0, 0];
  for (const component of inventory.components) {
    const { vulnerabilities, gap } = match(component);
    if (gap === undefined) assessed += 1;
    else gaps.count(gap, component.file);
    if (vulnerabilities.length === 0) continue;
    const path = pathOf(component);
    for (const vulnerability of vulnerabilities) findings.push(findingOf(component, vulnerability, path));
    if (findings.length > mostFindings * 2) {
      dropped += findings.length - mostFindings;
      findings = findings.sort(inOrder).slice(0, mostFindings);
    }
  }
  findings.sort(inOrder);
  dropped += Math.max(0, findings.length - mostFindings);
  if (dropped > 0)
    gaps.count('more findings than are kept; the least severe are left out', undefined, dropped);
  return { findings: findings.slice(0, mostFindings), assessed, gaps: gaps.list() };
};

const run = (input: EngineInput): EngineResult => {
  const { findings, assessed, gaps } = assess(input);
  const unheld: Coverage['gaps'] =
    input.advisories.snapshotId === 'none' ? [{ reason: 'no advisories were ever imported' }] : [];
  const coverage = coverageOf('sca', input.inventory, assessed, [
    ...inventoryGaps(input.inventory),
    ...unheld,
    ...gaps,
  ]);
  return { findings, coverage };
};

/**
 * Known vulnerabilities and malicious packages among a unit's components, development ones too. A component
 * whose version cannot be judged is a gap in coverage: neither clean nor vulnerable.
 * @throws Error when the matcher does not find its canary.
 */
export const scaEngine: Engine = { scanType: 'sca', run };
