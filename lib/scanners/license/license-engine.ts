import { fingerprint } from '../../domain/digest.ts';
import type { Component } from '../../domain/scans/component.ts';
import type { LicenseFinding } from '../../domain/scans/finding.ts';
import type { LicensePolicy } from '../../domain/scans/policy.ts';
import type { Engine, EngineInput, EngineResult } from '../engine.ts';
import { coverageOf, gapCounter, inventoryGaps } from '../inventory-coverage.ts';
import { judgeLicense, type LicenseJudgement } from './judge-license.ts';

export type LicenseCounts = NonNullable<EngineResult['licenses']>;

/** Judges each distinct text once: a lockfile states the same few thousands of times. */
const licenseJudge = (policy: LicensePolicy): ((stated: string | undefined) => LicenseJudgement) => {
  const judged = new Map<string | undefined, LicenseJudgement>();
  return (stated) => {
    const known = judged.get(stated) ?? judgeLicense(stated, policy);
    judged.set(stated, known);
    return known;
  };
};

/** Components by what the policy makes of their licence, for the summary. */
export const licenseCounts = (
  components: readonly Pick<Component, 'license'>[],
  policy: LicensePolicy,
): LicenseCounts => {
  const judge = licenseJudge(policy);
  const counts = { compliant: 0, nonCompliant: 0, unknown: 0, total: components.length };
  for (const { license } of components) counts[judge(license).verdict] += 1;
  return counts;
};

/** The package, the file and the licence, without the version: as long as the terms stay, so does the finding. */
const fingerprintOf = ({ ecosystem, name, file }: Component, license: string): string =>
  fingerprint(JSON.stringify(['license', license, ecosystem ?? '', name, file]));

const findingOf = (component: Component, { expression, category }: LicenseJudgement): LicenseFinding => {
  const license = expression ?? 'none stated';
  return {
    kind: 'license',
    fingerprint: fingerprintOf(component, license),
    severity: 'high',
    title: `The policy does not accept the licence of ${component.name} (${license})`,
    ...(component.purl !== undefined && { purl: component.purl }),
    packageName: component.name,
    ...(component.version !== undefined && { version: component.version }),
    license,
    category,
    file: component.file,
  };
};

const run = ({ inventory, policy }: EngineInput): EngineResult => {
  const judge = licenseJudge(policy.license);
  const gaps = gapCounter();
  const findings: LicenseFinding[] = [];
  let assessed = 0;
  for (const component of inventory.components) {
    const judgement = judge(component.license);
    if (judgement.expression === undefined) gaps.count('no licence is stated', component.file);
    else assessed += 1;
    if (judgement.verdict === 'nonCompliant') findings.push(findingOf(component, judgement));
  }
  return {
    findings,
    licenses: licenseCounts(inventory.components, policy.license),
    coverage: coverageOf('license', inventory, assessed, [...inventoryGaps(inventory), ...gaps.list()]),
  };
};

/**
 * Each component's licence against the organization's policy. A finding only where the policy refuses it;
 * a licence that is not stated or not understood is counted as unknown, and is no finding by itself.
 */
export const licenseEngine: Engine = { scanType: 'license', run };
