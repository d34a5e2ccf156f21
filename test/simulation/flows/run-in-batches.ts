import { spawnSync } from 'node:child_process';
import { moreRoom } from '../start/simulate.ts';
import type { FlowReport, FlowRun, FlowsOptions, FlowsReport } from './run-flows.ts';

export interface BatchOptions extends FlowsOptions {
  /** A seeded bug that the service has. */
  bug?: string;
}

/** The runs of one world, whose start takes as long as a hundred of them. */
const batchSize = 500;

/** Runs flows in worlds of their own processes, one after the other. States that were reached are told to those that follow. */
export function* runInBatches(runs: readonly FlowRun[], options: BatchOptions): Generator<FlowsReport> {
  const reached = options.reached && [...options.reached];
  for (let from = 0; from < runs.length; from += batchSize) {
    const some = runs.slice(from, from + batchSize);
    const input = JSON.stringify({ ...options, ...(reached && { reached }), runs: some });
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [moreRoom, 'test/simulation/flows/flow-process.ts'],
      {
        input,
        encoding: 'utf8',
        maxBuffer: 1e9,
      },
    );
    if (!stdout.startsWith('{')) throw new Error(stderr.slice(0, 2_000));
    const report = JSON.parse(stdout) as FlowsReport;
    reached?.push(...report.reached);
    yield report;
  }
}

/** Runs one flow alone. */
export const runAlone = (run: FlowRun, options: BatchOptions): FlowReport => {
  const [{ reports, others } = { reports: [], others: [] }] = [...runInBatches([run], options)];
  const [report] = reports;
  if (!report) throw new Error('the run has no report');
  return { ...report, violations: [...report.violations, ...others] };
};
