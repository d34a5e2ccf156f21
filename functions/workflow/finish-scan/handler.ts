import type { PortsOf } from '#contract/ports-of.ts';
import type { Scan } from '@scangate/domain/records';
import type { ScanOutcome } from '@scangate/domain/scans/conclude-scan';
import type { Failure } from '@scangate/engines/model/failure';
import { judgeScan } from '@scangate/domain/verdict/judge-scan';
import { resultObjectName, type UnitResult } from '@scangate/engines/model/results';
import { task, type TaskContext } from '#runtime/task.ts';
import { decodeUtf8 } from '#app/decode-utf8.ts';
import { wireBlobReader, wireBlobRemover } from '#runtime/wire/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { finish } from '../index.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import type { PreparedScan } from '../prepare-scan/handler.ts';
import type { UnitOutcome } from '../scan-unit/handler.ts';

/** The workflow's whole state. */
type Finishing = PreparedScan & { results: UnitOutcome[] };
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
    const name = resultObjectName(scanId, projectUnitId, 'result');
    const content = await blobs.get({ area: 'results', organizationId, name });
    if (content) results.push(JSON.parse(decodeUtf8(content)) as UnitResult);
    else failures.set(projectUnitId, lost);
  }
  return { results, failures };
};

/** Judges the units and ends the scan. Run twice, the second finds it ended. */
export const finishScan = async (
  state: Finishing,
  ports: Ports,
  { now }: TaskContext,
): Promise<{ status: string }> => {
  const { organizationId, scanId } = state;
  const scan = await ports.store.get('scan', { organizationId, scanId }, { consistent: true });
  const collected = scan && !state.failure ? await collect(scan, state, ports) : undefined;
  const outcomeOf = (current: Scan): ScanOutcome => {
    if (state.failure || !collected) return { status: 'failed', failure: state.failure ?? lost };
    const { results, failures } = collected;
    if (failures.size > 0) return { status: 'failed', unitFailures: failures };
    return { status: 'completed', verdict: judgeScan(current, results, now.toISOString()) };
  };
  const ended = await endScan({ organizationId, scanId }, outcomeOf, ports, now);
  return { status: ended?.status ?? 'unknown' };
};

export const handler = task(
  finish,
  { store: wireStore, blobs: () => ({ ...wireBlobReader(), ...wireBlobRemover() }) },
  finishScan,
);
