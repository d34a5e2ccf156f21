import { storedJson } from '#app/stored-json.ts';
import { Problem } from '@scangate/domain/problem';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import { payloadExpiredProblem } from '@scangate/domain/scans/payload-retention';
import type { AssessedUnit } from '@scangate/engines/model/assessed-unit';
import { gateObjectName, type GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import { resultObjectName, type UnitResult } from '@scangate/engines/model/results';
import { decodeAssessment } from '@scangate/engines/stored-assessment';
import type { BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { forEachUnit } from '../reports/for-each-unit.ts';
import { completedUnits } from '../reports/stored-findings.ts';
import { loadStoredResult } from '../reports/unit-documents.ts';
import { decodeUtf8 } from '../decode-utf8.ts';
import { loadScan, type EndedScan, type ScanRef } from '../scans/load-scan.ts';

type ResultReader = BlobReader<'results'>;

/** Loads a scan that has ended. @throws Problem scan_not_found, or scan_not_ended while the scan is active. */
export const loadScanAtEnd = async (ref: ScanRef, store: Pick<Store<'scan'>, 'get'>): Promise<EndedScan> => {
  const scan = await loadScan(ref, store);
  const { verdict, status } = scan;
  if (!verdict) throw new Problem('scan_not_ended', { scanStatus: status });
  return { ...scan, verdict };
};

/**
 * Loads a scan that was judged.
 * @throws Problem scan_not_found, scan_not_ended, or scan_not_judged when it failed or was canceled.
 */
export const loadJudgedScan = async (ref: ScanRef, store: Pick<Store<'scan'>, 'get'>): Promise<EndedScan> => {
  const scan = await loadScanAtEnd(ref, store);
  if (scan.verdict.verdict === 'ERROR') throw new Problem('scan_not_judged', { scanStatus: scan.status });
  return scan;
};

const read = async (scan: Scan, name: string, blobs: ResultReader): Promise<string> => {
  const content = await blobs.get({ area: 'results', organizationId: scan.organizationId, name });
  if (!content) throw payloadExpiredProblem(scan);
  return decodeUtf8(content);
};

/**
 * Loads the gate inputs of a scan.
 * @throws Problem payload_expired
 */
export const loadGateInputs = async (scan: Scan, blobs: ResultReader): Promise<GateInputs> =>
  storedJson<GateInputs>(await read(scan, gateObjectName(scan.scanId), blobs));

/** Loads the assessment of a completed unit. @throws Problem payload_expired */
export const loadAssessment = async (
  scan: Scan,
  { projectUnitId }: Pick<ScanUnit, 'projectUnitId'>,
  blobs: ResultReader,
): Promise<AssessedUnit> => {
  const name = resultObjectName(scan.scanId, projectUnitId, 'assessment');
  const assessed = decodeAssessment(await read(scan, name, blobs));
  if (!assessed) throw payloadExpiredProblem(scan);
  return assessed;
};

/** Loads the result of a completed unit. @throws Problem payload_expired */
export const loadUnitResult = async (
  scan: Scan,
  { projectUnitId }: Pick<ScanUnit, 'projectUnitId'>,
  blobs: ResultReader,
): Promise<UnitResult> => {
  const { organizationId, scanId } = scan;
  const result = await loadStoredResult({ organizationId, scanId, projectUnitId }, blobs);
  if (!result) throw payloadExpiredProblem(scan);
  return result;
};

/**
 * Loads the results of all completed units, on which the verdict depends.
 * @throws Problem payload_expired
 */
export const loadResults = (scan: Scan, blobs: ResultReader): Promise<UnitResult[]> =>
  forEachUnit(completedUnits(scan), (unit) => loadUnitResult(scan, unit, blobs));
