import { spawnSync } from 'node:child_process';
import { moreRoom } from '../start/simulate.ts';
import type { FlowReport, FlowRun, FlowsReport } from './run-flows.ts';

/** The runs of one world, whose start takes as long as a hundred of them. */
const batchSize = 300;

/** Runs flows in worlds of their own processes, one after the other. */
export function* runInBatches(runs: readonly FlowRun[], seed: number): Generator<FlowsReport> {
  for (let from = 0; from < runs.length; from += batchSize) {
    const input = JSON.stringify({ seed, runs: runs.slice(from, from + batchSize) });
    const { stdout, stderr } = spawnSync(process.execPath, [moreRoom, 'bin/simulation/run-flows.ts'], {
      input,
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    if (!stdout.startsWith('{')) throw new Error(stderr.slice(0, 2_000));
    yield JSON.parse(stdout) as FlowsReport;
  }
}

/** Runs one flow alone. */
export const runAlone = (run: FlowRun, seed: number): FlowReport => {
  const [{ reports, others } = { reports: [], others: [] }] = [...runInBatches([run], seed)];
  const [report] = reports;
  if (!report) throw new Error('the run has no report');
  return { ...report, violations: [...report.violations, ...others] };
};
