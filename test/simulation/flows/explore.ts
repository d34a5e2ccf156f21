import { seededRandom } from '#test/support/store/virtual-time.ts';
import { oneMoreFault } from './fault-combinations.ts';
import type { FlowReport, FlowRun } from './run-flows.ts';
import { runInBatches } from './run-in-batches.ts';

interface ExploreOptions {
  seed: number;
  /** Until when another batch is begun, in milliseconds since the epoch. */
  until: number;
  onBatch: (progress: string) => void;
}

interface Explored {
  /** Few runs that see everything that was seen. */
  corpus: FlowRun[];
  runs: number;
  /** The things that were seen: calls with their outcomes, after which other ones. */
  seen: number;
  violations: { flow: string; faults: string; what: string }[];
}

const batchSize = 200;
const mostFaults = 6;

/** Chooses few reports that together see everything that all see: the one with the most news first. */
const smallestCover = (reports: readonly FlowReport[]): FlowReport[] => {
  const covered = new Set<string>();
  const chosen: FlowReport[] = [];
  const rest = new Set(reports);
  for (;;) {
    let best: FlowReport | undefined;
    let most = 0;
    for (const report of rest) {
      const news = report.seen.reduce((count, one) => count + (covered.has(one) ? 0 : 1), 0);
      if (news > most) [best, most] = [report, news];
    }
    if (!best) return chosen;
    chosen.push(best);
    rest.delete(best);
    for (const one of best.seen) covered.add(one);
  }
};

/** Changes the faults of a run that saw something new: one more at any call, one less, or those of two runs together. */
const mutated = (parents: readonly FlowReport[], random: () => number): FlowRun => {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const parent = pick(parents);
  if (!parent) throw new Error('there is nothing to change');
  const { flow, faults } = parent;
  const own = faults.split(',').filter((fault) => fault !== '');
  const way = random();
  if (own.length >= mostFaults || (own.length > 1 && way < 0.15))
    return { flow, faults: own.toSpliced(Math.floor(random() * own.length), 1).join(',') };
  if (way < 0.3) {
    const other = pick(parents.filter((one) => one.flow === flow));
    const both = new Set([...own, ...(other?.faults.split(',') ?? [])]);
    return { flow, faults: [...both].filter(Boolean).slice(0, mostFaults).join(',') };
  }
  return { flow, faults: pick(oneMoreFault(parent, { ofAll: true })) ?? faults };
};

/**
 * Looks for runs that see what none has seen, by changing the faults of those that did so before.
 * @param corpus are runs of earlier times, to begin with.
 */
export const explore = (corpus: readonly FlowRun[], { seed, until, onBatch }: ExploreOptions): Explored => {
  const random = seededRandom(seed);
  const seen = new Set<string>();
  const violations: Explored['violations'] = [];
  let kept: FlowReport[] = [];
  let runs = 0;
  const take = (wanted: readonly FlowRun[]): void => {
    for (const { reports, others } of runInBatches(wanted, { seed })) {
      runs += reports.length;
      violations.push(...others.map((what) => ({ flow: 'one of many', faults: '', what })));
      for (const report of reports) {
        const { flow, faults } = report;
        violations.push(...report.violations.map((what) => ({ flow, faults, what })));
        const isNew = report.seen.some((one) => !seen.has(one));
        for (const one of report.seen) seen.add(one);
        if (isNew) kept.push(report);
      }
    }
  };
  take(corpus);
  while (Date.now() < until) {
    take(Array.from({ length: batchSize }, () => mutated(kept, random)));
    onBatch(`${runs} runs saw ${seen.size}, ${kept.length} kept, ${violations.length} violations`);
  }
  kept = smallestCover(kept);
  const few = kept.map(({ flow, faults }) => ({ flow, faults }));
  return { corpus: few, runs, seen: seen.size, violations };
};
