import { isOfTriples, oneMoreFault } from './fault-combinations.ts';
import type { FlowReport } from './run-flows.ts';
import { runInBatches } from './run-in-batches.ts';
import { seededRandom } from '#test/support/store/virtual-time.ts';

interface CombineOptions {
  seed: number;
  /** The pairs, and the triples, that are run; others are counted only. */
  mostPairs: number;
  mostTriples: number;
  /** Until when another batch is begun, in milliseconds since the epoch. */
  until: number;
}

interface Counted {
  all: number;
  run: number;
}

/** The combinations of faults of a flow, and those that broke an invariant. */
export interface Combined {
  /** The calls of the flow's own functions. */
  calls: number;
  singles: number;
  pairs: Counted;
  triples: Counted;
  violations: { faults: string; what: string }[];
}

/** Draws some of many, in their order. */
const sample = (all: readonly string[], most: number, seed: number): readonly string[] => {
  if (all.length <= most) return all;
  const random = seededRandom(seed);
  const share = most / all.length;
  return all.filter(() => random() < share);
};

/**
 * Combines faults in a flow: each call with each kind, then each later call that is seen after it, and so on. What comes after a
 * fault is thus what really came, retries with it.
 */
export const combineFaults = (
  flow: string,
  { seed, mostPairs, mostTriples, until }: CombineOptions,
): Combined => {
  const violations: Combined['violations'] = [];
  const runAll = (plans: readonly string[]): FlowReport[] => {
    const reports: FlowReport[] = [];
    const runs = plans.map((faults) => ({ flow, faults }));
    for (const batch of runInBatches(runs, seed)) {
      violations.push(
        ...batch.reports.flatMap(({ faults, violations: found }) => found.map((what) => ({ faults, what }))),
        ...batch.others.map((what) => ({ faults: 'one of many', what })),
      );
      // Triples are many; what is not needed of them is let go.
      reports.push(...batch.reports.map((report) => ({ ...report, seen: [] })));
      if (Date.now() > until) break;
    }
    return reports;
  };
  const more = (reports: readonly FlowReport[]): string[] =>
    reports.flatMap((report) => oneMoreFault(report));
  const plain = runAll(['']);
  const singles = runAll(more(plain));
  const allPairs = more(singles);
  const pairs = runAll(sample(allPairs, mostPairs, seed));
  const allTriples = more(pairs.filter(({ faults }) => isOfTriples(faults))).filter(isOfTriples);
  const triples = runAll(sample(allTriples, mostTriples, seed + 1));
  return {
    calls: new Set(more(plain).map((fault) => fault.replace(/:[a-z_]+$/, ''))).size,
    singles: singles.length,
    pairs: { all: allPairs.length, run: pairs.length },
    triples: { all: allTriples.length, run: triples.length },
    violations,
  };
};
