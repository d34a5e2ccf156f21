import { compareText } from '../model/compare-text.ts';
import { fingerprint } from '../finding-fingerprint.ts';
import { type Component, isDistribution, type PackageEcosystem } from '../model/component.ts';
import type { Coverage, EcosystemLicenseAnswers, LicenseAnswerCounts } from '../model/coverage.ts';
import type { LicenseFinding } from '../model/finding.ts';
import type { LicenseSnapshot } from '../model/license-data.ts';
import type { LicensePolicy } from '../model/gate/policy.ts';
import type { Engine, EngineInput, EngineResult } from '../engine.ts';
import { assessedTally, componentCoverage, gapCounter } from '../component-coverage.ts';
import { versionOf } from '../engine-version.ts';
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
 * Identifies a finding by package, file and license but not version, so that it stays the same as long as the terms
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

/**
 * Evaluates a license that only other versions are known to have: it can make the component non-compliant, but never
 * compliant.
 */
const judgeLikely = (judgment: LicenseJudgment, unstated: LicenseJudgment): LicenseJudgment =>
  judgment.verdict === 'nonCompliant' ? judgment : unstated;

const noAnswers = (): LicenseAnswerCounts => ({ answered: 0, likely: 0, unanswered: 0 });

const answerFor = ({ licenseFrom, likelyLicense }: Component): keyof LicenseAnswerCounts => {
  if (licenseFrom === 'data-set') return 'answered';
  return likelyLicense === undefined ? 'unanswered' : 'likely';
};

/** Counts the answers of the license data for components whose file states no license, by ecosystem. */
const countAnswers = (
  components: readonly Component[],
  snapshot: LicenseSnapshot | undefined,
): Pick<Coverage, 'licenseData'> => {
  const total = noAnswers();
  const byEcosystem = new Map<PackageEcosystem, LicenseAnswerCounts>();
  for (const component of components) {
    const isStated = component.license !== undefined && component.licenseFrom === undefined;
    if (isStated || component.local) continue;
    const answer = answerFor(component);
    total[answer] += 1;
    const { ecosystem } = component;
    // The license data does not cover packages of distributions.
    if (ecosystem === undefined || isDistribution(ecosystem)) continue;
    const counts = byEcosystem.get(ecosystem) ?? noAnswers();
    byEcosystem.set(ecosystem, counts);
    counts[answer] += 1;
  }
  if (!snapshot || total.answered + total.likely + total.unanswered === 0) return {};
  const ecosystems = [...byEcosystem].map(([ecosystem, counts]): EcosystemLicenseAnswers => {
    const packages = snapshot.packages[ecosystem] ?? 0;
    return { ecosystem, packages, ...counts };
  });
  ecosystems.sort((a, b) => compareText(a.ecosystem, b.ecosystem));
  return { licenseData: { snapshot: snapshot.day, id: snapshot.id, ...total, ecosystems } };
};

/** Returns a function that gives the reason why the policy tolerates a component, if it does. */
const exemptionFinder = (policy: LicensePolicy) => {
  const exceptionOf = exceptionFinder(policy);
  return (component: Component, { verdict, expression }: LicenseJudgment): string | undefined => {
    if (verdict === 'compliant') return undefined;
    const exception = exceptionOf(component, expression);
    if (exception) return exception.reason;
    return policy.ignoreDevelopment && component.scope === 'dev' ? 'development dependency' : undefined;
  };
};

const unstatedGap = 'no license is stated';
const likelyGap = 'no license is stated; it is only known for other versions';

const run = ({ inventory, policy, licenseGaps = [] }: EngineInput): EngineResult => {
  const judge = licenseJudge(policy.license);
  const exemptionOf = exemptionFinder(policy.license);
  const gaps = gapCounter();
  const findings: LicenseFinding[] = [];
  const licenses = { compliant: 0, nonCompliant: 0, unknown: 0, total: 0 };
  const assessed = assessedTally(inventory);
  for (const component of inventory.components) {
    // The repository's own packages need no license.
    if (component.local) continue;
    const { license, likelyLicense } = component;
    const judgment =
      license === undefined && likelyLicense !== undefined
        ? judgeLikely(judge(likelyLicense), judge(undefined))
        : judge(license);
    const exemption = exemptionOf(component, judgment);
    licenses[exemption === undefined ? judgment.verdict : 'compliant'] += 1;
    licenses.total += 1;
    if (judgment.expression === undefined && exemption === undefined)
      gaps.count(likelyLicense === undefined ? unstatedGap : likelyGap, component.file);
    else assessed.add(component);
    if (judgment.verdict === 'nonCompliant') findings.push(findingOf(component, judgment, exemption));
  }
  return {
    findings,
    licenses,
    coverage: {
      ...componentCoverage('license', inventory, { ...assessed, gaps: [...gaps.list(), ...licenseGaps] }),
      ...countAnswers(inventory.components, inventory.licenseData),
    },
  };
};

/**
 * Evaluates each component's license against the organization's policy. A rejected license is a finding; a
 * tolerated one is a suppressed finding and counts as compliant. A missing or unrecognized license counts as
 * unknown and is not a finding.
 */
export const licenseEngine: Engine = { scanType: 'license', version: versionOf([]), run };
