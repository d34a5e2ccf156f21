import type { ScanRef } from '#app/scans/load-scan.ts';
import { compareBase } from '#app/scans/workflow/compare-base.ts';
import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { prepareBase } from '#app/scans/workflow/prepare-base.ts';
import { prepareScan, type PreparedScan } from '#app/scans/workflow/prepare-scan.ts';
import { scanProjectUnit } from '#app/scans/workflow/scan-unit.ts';
import type { ComparedBaseOutcome, PreparedBase, UnitOutcome } from '#ports/scans/scan-tasks.ts';
import { later } from '../world.ts';
import { taskContextAt } from './workflow.ts';

/** Runs one task; a test may crash it or run it twice. */
export type RunTask = <T>(name: string, work: () => Promise<T>) => Promise<T>;

const once: RunTask = (_, work) => work();

interface ExecutionOptions {
  run?: RunTask;
  /** When it begins. */
  startSeconds?: number;
}

/** The state of an execution behind its comparison. */
export interface Compared {
  base?: PreparedBase;
  baseResults?: UnitOutcome[];
  compared?: ComparedBaseOutcome;
}

/** Runs the part of the workflow that compares, as scan-workflow.ts does; a failure leaves the rest of it out. */
export const compareInWorkflow = async (
  state: PreparedScan & { results: UnitOutcome[] },
  ports: object,
  { run = once, startSeconds = 0 }: ExecutionOptions = {},
): Promise<Compared> => {
  const { organizationId, scanId, hasBase } = state;
  const ref = { organizationId, scanId };
  const reached: Compared = {};
  if (!hasBase) return reached;
  const find = () =>
    run('prepare-base', () => prepareBase(ref, ports as never, taskContextAt(later(startSeconds + 20))));
  const base = await find();
  reached.base = base;
  if (base.state === 'pending') reached.base = await find();
  if (reached.base.state === 'scan') {
    reached.baseResults = [];
    for (const { projectUnitId } of reached.base.units) {
      const unit = { ...ref, projectUnitId, ofBase: true as const };
      const scanning = () => scanProjectUnit(unit, ports as never, taskContextAt(later(startSeconds + 30)));
      reached.baseResults.push(await run('scan-base-unit', scanning));
    }
  }
  const { base: found, baseResults } = reached;
  const compared = { ...state, base: found, ...(baseResults && { baseResults }) };
  reached.compared = await run('compare-base', () =>
    compareBase(compared, ports as never, taskContextAt(later(startSeconds + 40))),
  );
  return reached;
};

/** Runs the whole workflow of a scan, unit by unit. */
export const runExecution = async (
  ref: ScanRef,
  ports: object,
  options: ExecutionOptions = {},
): Promise<Compared> => {
  const { startSeconds = 0 } = options;
  const at = (seconds: number) => taskContextAt(later(startSeconds + seconds));
  const prepared = await prepareScan(ref, ports as never, at(10));
  const results: UnitOutcome[] = [];
  for (const { projectUnitId } of prepared.units)
    results.push(await scanProjectUnit({ ...ref, projectUnitId }, ports as never, at(15)));
  const state = { ...prepared, results };
  const reached = await compareInWorkflow(state, ports, options);
  await finishScan({ ...state, ...reached } as never, ports as never, at(60));
  return reached;
};
