import { fingerprint } from '../model/digest.ts';
import type { Component } from '../model/component.ts';
import type { LicenseFinding } from '../model/finding.ts';
import type { LicensePolicy } from '../model/policy.ts';
import type { Engine, EngineInput, EngineResult } from '../engine.ts';
import { componentCoverage, gapCounter } from '../component-coverage.ts';
import { exceptionFinder } from './license-exceptions.ts';
import { judgeLicense, type LicenseJudgment } from './judge-license.ts';

/** Evaluates each distinct text once, because a lockfile repeats few licenses thousands of times. */
const licenseJudge = (policy: LicensePolicy): ((stated: string | undefined) => LicenseJudgment) => {
  const judged = new Map<string | undefined, LicenseJudgment>();
  return (stated) => {
    const known = judged.get(stated) ?? judgeLicense(stated, policy);
    judged.set(stated, known);
    return known;
  };
};

/**
 * Identifies a finding by package, file and license but not version, so that it stays the same while the terms
 * do.
 */
const fingerprintOf = ({ ecosystem, name, file }: Component, license: string): string =>
  fingerprint(JSON.stringify(['license', license, ecosystem ?? '', name, file]));

const findingOf = (
  component: Component,
  { expression, category }: LicenseJudgment,
  exemption: string | undefined,
): LicenseFinding => {
  const license = expression ?? 'none stated';
  return {
    kind: 'license',
    fingerprint: fingerprintOf(component, license),
    severity: 'high',
    title: `The policy does not accept the license of ${component.name} (${license})`,
    ...(component.purl !== undefined && { purl: component.purl }),
    packageName: component.name,
    ...(component.version !== undefined && { version: component.version }),
    license,
    category,
    file: component.file,
    ...(exemption !== undefined && { suppressed: { by: 'policy', reason: exemption } }),
  };
};

/** Returns a function that gives the reason why the policy tolerates a component, if it does. */
const exemptionFinder = (policy: LicensePolicy) => {
  const exceptionOf = exceptionFinder(policy);
  return (component: Component, { verdict, expression }: LicenseJudgment): string | undefined => {
    if (verdict === 'compliant') return undefined;
    const exception = exceptionOf(component, expression);
    if (exception) return exception.reason;
    return policy.ignoreDevelopment && component.scope === 'dev' ? 'needed for development only' : undefined;
  };
};

const run = ({ inventory, policy, licenseGaps = [] }: EngineInput): EngineResult => {
  const judge = licenseJudge(policy.license);
  const exemptionOf = exemptionFinder(policy.license);
  const gaps = gapCounter();
  const findings: LicenseFinding[] = [];
  const licenses = { compliant: 0, nonCompliant: 0, unknown: 0, total: 0 };
  let assessed = 0;
  for (const component of inventory.components) {
    // The repository's own packages need no license.
    if (component.local) continue;
    const judgment = judge(component.license);
    const exemption = exemptionOf(component, judgment);
    licenses[exemption === undefined ? judgment.verdict : 'compliant'] += 1;
    licenses.total += 1;
    if (judgment.expression === undefined && exemption === undefined)
      gaps.count('no license is stated', component.file);
    else assessed += 1;
    if (judgment.verdict === 'nonCompliant') findings.push(findingOf(component, judgment, exemption));
  }
  return {
    findings,
    licenses,
    coverage: componentCoverage('license', inventory, { assessed, gaps: [...gaps.list(), ...licenseGaps] }),
  };
};

/**
 * Evaluates each component's license against the organization's policy. A rejected license is a finding; a
 * tolerated one is a suppressed finding and counts as compliant. A missing or unrecognized license counts as
 * unknown and is not a finding.
 */
export const licenseEngine: Engine = { scanType: 'license', run };
