import type { PortsOf } from '../../../lib/contract/ports-of.ts';
import type { Scan } from '../../../lib/domain/records.ts';
import type { Outcome } from '../../../lib/domain/scans/end-scan.ts';
import type { Failure } from '../../../lib/domain/scans/failure.ts';
import { judgeScan } from '../../../lib/domain/scans/judge-scan.ts';
import { resultName, type UnitResult } from '../../../lib/domain/scans/results.ts';
import { step, type StepContext } from '../../../lib/runtime/step.ts';
import { textOf } from '../../../lib/runtime/text.ts';
import { wireReader, wireRemover } from '../../../lib/runtime/wire/blobs.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { finish } from '../index.ts';
import { endScan } from './end-scan.ts';
import type { Prepared } from './prepare.ts';
import type { UnitScanned } from './scan-unit.ts';

/** The workflow's whole state. */
type Finishing = Prepared & { results: UnitScanned[] };
type Ports = PortsOf<(typeof finish)['needs']>;

const lost: Failure = { errorCode: 'system_error', error: 'The result of a unit is missing.' };

/** Results by unit, and the failures of those that have none. */
const collect = async (scan: Scan, state: Finishing, { blobs }: Ports) => {
  const failures = new Map<string, Failure>();
  for (const { projectUnitId, failure } of state.results) if (failure) failures.set(projectUnitId, failure);
  const results: UnitResult[] = [];
  for (const { projectUnitId } of scan.units) {
    if (failures.has(projectUnitId)) continue;
    const { organizationId, scanId } = scan;
    const name = resultName(scanId, projectUnitId, 'result');
    const content = await blobs.get({ area: 'results', organizationId, name });
    if (content) results.push(JSON.parse(textOf(content)) as UnitResult);
    else failures.set(projectUnitId, lost);
  }
  return { results, failures };
};

/** Judges the units and ends the scan. Run twice, the second finds it ended. */
export const finishScan = async (
  state: Finishing,
  ports: Ports,
  { now }: StepContext,
): Promise<{ status: string }> => {
  const { organizationId, scanId } = state;
  const scan = await ports.store.get('scan', { organizationId, scanId }, { consistent: true });
  const collected = scan && !state.failure ? await collect(scan, state, ports) : undefined;
  const outcomeOf = (current: Scan): Outcome => {
    if (state.failure || !collected) return { status: 'failed', failure: state.failure ?? lost };
    const { results, failures } = collected;
    if (failures.size > 0) return { status: 'failed', unitFailures: failures };
    return { status: 'completed', verdict: judgeScan(current, results, now.toISOString()) };
  };
  const ended = await endScan({ organizationId, scanId }, outcomeOf, ports, now);
  return { status: ended?.status ?? 'unknown' };
};

export const handler = step(
  finish,
  { store: wireStore, blobs: () => ({ ...wireReader(), ...wireRemover() }) },
  finishScan,
);
