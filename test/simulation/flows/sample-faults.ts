import { seededRandom } from '#test/support/store/virtual-time.ts';
import { flows } from './all-flows.ts';
import { oneMoreFault } from './fault-combinations.ts';
import type { FlowReport, FlowRun } from './run-flows.ts';
import { runInBatches } from './run-in-batches.ts';

/**
 * Draws two or three faults for each flow, so many times, among the calls that it makes without faults.
 * @param options.more are runs beside these.
 * @returns what became of the runs, all in one world.
 */
export const sampleFaults = (
  seed: number,
  { perFlow, more }: { perFlow: number; more: readonly FlowRun[] },
): FlowReport[] => {
  const random = seededRandom(seed);
  const pick = (from: readonly string[]): string | undefined => from[Math.floor(random() * from.length)];
  const plain = [
    ...runInBatches(
      flows.map(({ name }) => ({ flow: name, faults: '' })),
      { seed },
    ),
  ];
  const drawn = (report: FlowReport, count: number): FlowRun => {
    let { faults } = report;
    for (let added = 0; added < count; added += 1)
      faults = pick(oneMoreFault({ ...report, faults })) ?? faults;
    return { flow: report.flow, faults };
  };
  const runs = plain
    .flatMap(({ reports }) => reports)
    .flatMap((report) => Array.from({ length: perFlow }, (_none, index) => drawn(report, 2 + (index % 2))));
  return [...plain, ...runInBatches([...runs, ...more], { seed })].flatMap(({ reports, others }) => [
    ...reports,
    ...others.map((what) => ({ flow: 'one of them', faults: '', calls: [], seen: [], violations: [what] })),
  ]);
};
