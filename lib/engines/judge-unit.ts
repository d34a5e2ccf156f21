import type { AdvisoryIndex } from './model/advisory.ts';
import type { AssessedUnit } from './model/assessed-unit.ts';
import { ScanFailed } from './model/failure.ts';
import type { Coverage } from './model/coverage.ts';
import type { Finding } from './model/finding.ts';
import { noCounts, type FindingCounts } from './model/finding-counts.ts';
import type { GateInputs } from './model/gate/gate-inputs.ts';
import { failsAnyway, isJudged } from './model/gate/fail-conditions.ts';
import type { ReuseFacts, UnitResult } from './model/results.ts';
import { readsSource, type ScanType } from './model/scan-type.ts';
import { assertFindsCanary } from './assert-finds-canary.ts';
import { loadEngine } from './engines.ts';
import type { EngineInput } from './engine.ts';
import { judgeDetections } from './judge-detections.ts';
import { ignoreVulnerabilities } from './suppression/ignore-vulnerabilities.ts';
import { reviewedCodeTest } from './suppression/reviewed-code.ts';
import { knownRules, type KnownRules } from './suppression/known-names.ts';
import { reportUnit } from './suppression/report-unit.ts';
import {
  fromRoot,
  suppressed,
  suppressionFinder,
  suppressionsInForce,
  type FindSuppression,
  type SuppressionsInForce,
  type UsedSuppressions,
} from './suppression/suppress.ts';
import type { UnitSuppressions } from './model/gate/suppressions.ts';
import { applyWaivers } from './waivers/match-waiver.ts';

/** The findings of a unit and the part of its result that the verdict depends on. */
export interface JudgedUnit {
  findings: Finding[];
  result: UnitResult;
}

/** Fails a vulnerability scan without any advisories, which would pass everything: that is a failure of the service. */
const requireAdvisories = ({ scanTypes, inventory }: AssessedUnit, { snapshotId }: AdvisoryIndex): void => {
  if (!scanTypes.includes('sca') || inventory.components.length === 0) return;
  if (snapshotId === 'none') throw new ScanFailed('system_error', 'The service has no advisories yet.');
};

const count = (counts: FindingCounts, finding: Finding): void => {
  if (finding.kind === 'vulnerability' || finding.kind === 'source') counts.dependencies[finding.severity]++;
  else if (finding.kind === 'code') counts.code[finding.severity]++;
  else if (finding.kind === 'secret') counts.secrets[finding.severity]++;
};

const placeOf = (name: string, version: string | undefined, file: string): string =>
  JSON.stringify([name, version ?? '', file]);

/** Returns a function that adds to a finding about a package the line of the package in its file. */
const packageLocator = ({ inventory, packageLines, runtimes }: AssessedUnit) => {
  const lines = new Map<string, number>();
  const add = (place: string, line: number): void => {
    if (line > 0 && !lines.has(place)) lines.set(place, line);
  };
  for (const [index, { name, version, file }] of inventory.components.entries())
    add(placeOf(name, version, file), packageLines[index] ?? 0);
  for (const { product, version, file, line } of runtimes) add(placeOf(product, version, file), line ?? 0);
  return (finding: Finding): Finding => {
    if (finding.kind !== 'vulnerability' && finding.kind !== 'license' && finding.kind !== 'upgrade')
      return finding;
    const line = lines.get(placeOf(finding.packageName, finding.version, finding.file));
    return line === undefined ? finding : { ...finding, line };
  };
};

interface JudgedSuppressions {
  inForce: SuppressionsInForce;
  used: UsedSuppressions;
  findings: readonly Finding[];
}

const noRules: KnownRules = { secrets: new Set(), sast: new Set() };

const maxNamed = 20;

/**
 * Names the dependency files that are not read because of their directory. They do not belong to the project, and make
 * nothing partial.
 */
const withLeftOut = (coverage: Coverage, { leftOutLockfiles: files }: AssessedUnit): Coverage => {
  const [file] = files;
  if (file === undefined) return coverage;
  const reason = 'dependency files of third-party code and test data are not read';
  const named = files.length === 1 ? { file } : { files: files.slice(0, maxNamed) };
  return { ...coverage, gaps: [...coverage.gaps, { reason, count: files.length, ...named }] };
};

/** Reports that organization rules are in force which did not run when the files were assessed. */
const withChangedRules = (
  coverage: Coverage,
  { rulesChanged, policy: { customRules } }: GateInputs,
): Coverage => {
  const inForce = coverage.scanType === 'secrets' ? customRules?.secrets : customRules?.code;
  if (!rulesChanged || !inForce || inForce.length === 0 || coverage.nothingToAssess) return coverage;
  const reason = 'the rules of the organization changed since the scan, and were not run';
  const status = coverage.status === 'assessed' ? 'partial' : coverage.status;
  return { ...coverage, status, gaps: [...coverage.gaps, { reason, count: inForce.length }] };
};

interface TypeInputs {
  input: EngineInput;
  gate: GateInputs;
  find: FindSuppression;
  locate: (found: Finding) => Finding;
}

const judgeType = async (
  type: ScanType,
  assessed: AssessedUnit,
  { input, gate, find, locate }: TypeInputs,
): Promise<{ findings: Finding[]; coverage: Coverage[]; licenses?: FindingCounts['licenses'] }> => {
  if (readsSource(type))
    return {
      findings: judgeDetections(type, assessed.detections, { ...gate, find, path: assessed.unit.path }),
      coverage: assessed.coverage
        .filter(({ scanType }) => scanType === type)
        .map((one) => withChangedRules(one, gate)),
    };
  const engine = await loadEngine(type);
  const { findings, coverage, licenses } = engine.run(input);
  const hasCanary = assertFindsCanary(engine, input);
  return {
    findings: findings.map((found) => {
      const located = locate(found);
      return located.kind === 'upgrade' ? located : suppressed(located, find);
    }),
    coverage: [{ ...withLeftOut(coverage, assessed), ...(hasCanary && { canary: 'found' }) }],
    ...(licenses && { licenses }),
  };
};

/** Counts a license that a suppression or a waiver tolerates as compliant, like an exception of the policy. */
const toleratedLicenses = (
  licenses: FindingCounts['licenses'],
  findings: readonly Finding[],
): FindingCounts['licenses'] => {
  const isTolerated = ({ kind, suppressed: by, waived }: Finding): boolean =>
    kind === 'license' && by?.by !== 'policy' && (by !== undefined || waived !== undefined);
  const tolerated = findings.filter(isTolerated).length;
  const { nonCompliant, compliant } = licenses;
  return { ...licenses, nonCompliant: nonCompliant - tolerated, compliant: compliant + tolerated };
};

/** Reports the suppressions of a unit. The names of rules are only loaded when there is a name to check. */
const reportSuppressions = async (
  assessed: AssessedUnit,
  { suppressions, policy }: GateInputs,
  { inForce, used, findings }: JudgedSuppressions,
): Promise<UnitSuppressions> => {
  const hasNames = inForce.entries.length + suppressions.own.length + assessed.allowComments.length > 0;
  const rules = hasNames ? await knownRules(policy.customRules) : noRules;
  const fingerprints = findings
    .filter(({ suppressed: by }) => by !== undefined && by.by !== 'policy')
    .map(({ fingerprint }) => fingerprint);
  return reportUnit({ unit: assessed, suppressions, inForce, used, rules }, fingerprints);
};

const snapshotsOf = (
  { licenseData, poms }: AssessedUnit['inventory'],
  { snapshotId, builtAt }: AdvisoryIndex,
): Pick<UnitResult, 'advisorySnapshot' | 'licenseSnapshot' | 'pomSnapshot'> => ({
  advisorySnapshot: { id: snapshotId, ...(builtAt !== undefined && { builtAt }) },
  ...(licenseData && { licenseSnapshot: { id: licenseData.id, day: licenseData.day } }),
  ...(poms && { pomSnapshot: poms }),
});

/** A license source that did not answer in time may answer for the next scan. */
const reuseFactsOf = ({ unit, allowComments, licenseGaps }: AssessedUnit): ReuseFacts => ({
  commented: [...new Set(allowComments.map(({ file }) => fromRoot(unit.path, file)))].toSorted(),
  allowsCode: allowComments.some(({ scanner }) => scanner === 'sast'),
  isTransient: licenseGaps.length > 0,
});

const versionsOf = async ({ scanTypes, engines }: AssessedUnit): Promise<AssessedUnit['engines']> => {
  const versions = { ...engines };
  for (const type of scanTypes) if (!readsSource(type)) versions[type] = (await loadEngine(type)).version;
  return versions;
};

/**
 * Judges an assessed unit, and loads the engines that evaluate its inventory if needed: a pure function of the
 * assessment, the gate inputs and the advisories, so that equal inputs give equal bytes on any day.
 * @throws ScanFailed
 */
export const judgeUnit = async (
  assessed: AssessedUnit,
  gate: GateInputs,
  advisories: AdvisoryIndex,
): Promise<JudgedUnit> => {
  requireAdvisories(assessed, advisories);
  const { inventory, requested, runtimes, usage, licenseGaps, projectUnitId, inventoryDigest } = assessed;
  const { policy } = gate;
  const input: EngineInput = { inventory, requested, runtimes, usage, licenseGaps, advisories, policy };
  const inForce = {
    ...suppressionsInForce(assessed, gate.suppressions),
    isReviewedCode: reviewedCodeTest(gate),
  };
  const used: UsedSuppressions = { entries: new Set(), comments: new Set() };
  const find = suppressionFinder(assessed, inForce, used);
  const locate = packageLocator(assessed);
  const counts = noCounts();
  const findings: Finding[] = [];
  const coverage: Coverage[] = [];
  for (const type of assessed.scanTypes) {
    const judged = await judgeType(type, assessed, { input, gate, find, locate });
    const { neverWaive } = policy;
    const unit = { projectUnitId, path: assessed.unit.path };
    const ruled = applyWaivers(ignoreVulnerabilities(judged.findings, gate), { unit, ...gate, neverWaive });
    for (const finding of ruled) {
      findings.push(finding);
      if (isJudged(finding, policy)) count(counts, finding);
    }
    if (judged.licenses) counts.licenses = toleratedLicenses(judged.licenses, ruled);
    coverage.push(...judged.coverage);
  }
  return {
    findings,
    result: {
      projectUnitId,
      counts,
      coverage,
      inventoryDigest,
      ...snapshotsOf(inventory, advisories),
      failAnyway: findings.filter((found) => isJudged(found, policy) && failsAnyway(found, policy)).length,
      waivers: [...new Set(findings.flatMap(({ waived }) => waived?.waiverId ?? []))].toSorted(),
      suppressions: await reportSuppressions(assessed, gate, { inForce, used, findings }),
      engines: await versionsOf(assessed),
      reuse: reuseFactsOf(assessed),
    },
  };
};
