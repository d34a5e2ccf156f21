import { findSmallestChange } from '#app/verdict/smallest-change.ts';
import { explainReasons, explainSuppressed } from '@scangate/domain/explanation/explain-verdict';
import type { Scan } from '@scangate/domain/records';
import { assessUnit } from '@scangate/engines/assess-unit';
import { judgeUnit } from '@scangate/engines/judge-unit';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { decodeAssessment, encodeAssessment } from '@scangate/engines/stored-assessment';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import { gateOf } from '../engines/gate-fixtures.ts';
import { engineInput, indexOf } from '../engines/sca/advisory-fixtures.ts';
import { fullScan } from '../support/full-scan.ts';
import { advisoryRecords, unitOfPackages } from './dependency-input.ts';
import { recordCount } from './dependencies.ts';
import { timesRow } from './plain-pass.ts';
import type { Row } from './row.ts';
import { bestPairMs } from './stopwatch.ts';

const explainedPackages = 1500;

/**
 * Returns functions that explain a scan of many failing packages, from its stored assessment to the answer, and that
 * judge it once.
 */
export const explanationOfMany = async (packages = explainedPackages) => {
  const advisories = indexOf(...advisoryRecords(recordCount));
  const gate = gateOf({ policy: { ...defaultPolicy, severityThreshold: 'high' } });
  const request = { projectUnitId: 'u-1', scanTypes: [...scanTypes], fullScope: true, skipped: [] };
  const assessed = await assessUnit(request, engineInput(unitOfPackages(packages), advisories));
  const stored = encodeAssessment(assessed);
  const judged = await judgeUnit(assessed, gate, advisories);
  const scan: Scan = { ...fullScan, units: fullScan.units.slice(0, 1), scanTypes: [...scanTypes] };
  const verdict = assembleVerdict(scan, [judged.result], gate);
  const text = JSON.stringify(judged.findings);
  const judge = () => judgeUnit(assessed, gate, advisories);
  const explain = async () => {
    const findings = (JSON.parse(text) as typeof judged.findings).map((finding) => ({
      ...finding,
      projectUnitId: 'u-1',
    }));
    const explained = {
      scan: { ...scan, verdict },
      findings,
      policy: gate.policy,
      foundSeverity: new Map(),
    };
    explainReasons(explained);
    explainSuppressed(explained);
    const units = [async () => decodeAssessment(stored)!];
    const port = { load: async () => advisories };
    const { changes } = await findSmallestChange(scan, { units, gate }, { advisories: port });
    return changes.length;
  };
  return { explain, judge };
};

/** An explanation may judge the unit a few times, whatever the number of its packages. */
const atMost = 5;

export const measureUnderstanding = async (): Promise<Row[]> => {
  const { explain, judge } = await explanationOfMany();
  const times = await bestPairMs(explain, judge);
  const row = {
    section: 'Understanding',
    what: `explanation of ${explainedPackages} packages with the smallest change`,
  };
  return [
    { ...row, value: times.ms, unit: 'ms' },
    timesRow(row, { ...times, plain: 'one judgment of them', atMost }),
  ];
};
