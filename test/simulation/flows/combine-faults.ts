import { isOfTriples, oneMoreFault } from './fault-combinations.ts';
import type { FlowReport } from './run-flows.ts';
import { runInBatches, type BatchOptions } from './run-in-batches.ts';
import { seededRandom } from '#test/support/store/virtual-time.ts';

interface CombineOptions {
  seed: number;
  /** The pairs, and the triples, that are run; others are counted only. */
  mostPairs: number;
  mostTriples: number;
  /** Every how many of them only are run, from which one on: the parts together are all. */
  part?: Part;
  /** Until when another batch is begun, in milliseconds since the epoch. */
  until: number;
  /** Whether faults are combined after states that were reached before, too. */
  isUnpruned?: boolean;
  /** A seeded bug that the service has. */
  bug?: string;
}

/** A part of many runs, counted from 1. */
export interface Part {
  number: number;
  of: number;
}

/** Combinations: all of them, those that repeat none in another way, and those that were run. */
interface Counted {
  all: number;
  different: number;
  run: number;
}

/** The combinations of faults of a flow, and those that broke an invariant. */
export interface Combined {
  /** The calls of the flow's own functions. */
  calls: number;
  singles: number;
  /** The states that runs with fewer faults reached. */
  states: number;
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

const partOf = (all: readonly string[], { number, of }: Part = { number: 1, of: 1 }): readonly string[] =>
  all.filter((_faults, index) => index % of === number - 1);

/** Combines faults in one flow, and collects what that broke. */
class Combining {
  readonly violations: Combined['violations'] = [];
  /** The states that were reached so far, after each of which one more fault is tried once. */
  readonly reached: string[] = [];
  readonly #flow: string;
  readonly #options: CombineOptions;

  constructor(flow: string, options: CombineOptions) {
    this.#flow = flow;
    this.#options = options;
  }

  /** Runs combinations. @param faultsLeft is how many more faults there will be in such runs. */
  run(plans: readonly string[], faultsLeft: number): FlowReport[] {
    const { seed, bug, until } = this.#options;
    const reports: FlowReport[] = [];
    const runs = plans.map((faults) => ({ flow: this.#flow, faults }));
    const options: BatchOptions = {
      seed,
      ...(bug !== undefined && { bug }),
      ...(faultsLeft > 0 ? { reached: this.reached, faultsLeft } : { isBrief: true }),
    };
    for (const batch of runInBatches(runs, options)) {
      this.violations.push(
        ...batch.reports.flatMap(({ faults, violations }) => violations.map((what) => ({ faults, what }))),
        ...batch.others.map((what) => ({ faults: 'one of many', what })),
      );
      // Runs are many; what is not needed of them is let go.
      reports.push(...batch.reports.map((report) => ({ ...report, seen: [] })));
      this.reached.push(...batch.reached);
      if (Date.now() > until) break;
    }
    return reports;
  }

  /** One more fault in each run: all, and those that repeat none. */
  more(reports: readonly FlowReport[], isWanted: (faults: string) => boolean) {
    const ofNews = this.#options.isUnpruned !== true;
    const added = (given: object): string[] =>
      reports.flatMap((report) => oneMoreFault(report, given)).filter(isWanted);
    return { all: added({}).length, different: added({ ofNews }) };
  }
}

interface Depth {
  /** The faults in a run. */
  faults: number;
  most: number;
  isWanted: (faults: string) => boolean;
}

/** Combines so many faults. @returns the runs without and with one fault, and the combinations. */
const combine = (flow: string, { faults, most, isWanted }: Depth, options: CombineOptions) => {
  const combining = new Combining(flow, options);
  const plain = combining.run([''], faults);
  let reports = plain;
  let last = combining.more(plain, isWanted);
  const singles = last.all;
  for (let level = 1; level < faults; level += 1) {
    reports = combining.run(last.different, faults - level);
    last = combining.more(reports, isWanted);
  }
  const states = combining.reached.length;
  const chosen = partOf(sample(last.different, most, options.seed + faults), options.part);
  const run = combining.run(chosen, 0);
  const counted = { all: last.all, different: last.different.length, run: run.length };
  return { plain, singles, states, counted, violations: combining.violations };
};

/**
 * Combines faults in a flow: each call with each kind, then each later call that is seen after it, and so on. What comes after a
 * fault is thus what really came, retries with it. Where a run comes to a state in which another one was, whatever may follow
 * was tried after that one.
 */
export const combineFaults = (flow: string, options: CombineOptions): Combined => {
  const { mostPairs, mostTriples } = options;
  const pairs = combine(flow, { faults: 2, most: mostPairs, isWanted: () => true }, options);
  const triples =
    mostTriples > 0
      ? combine(flow, { faults: 3, most: mostTriples, isWanted: isOfTriples }, options)
      : undefined;
  const places = pairs.plain.flatMap((report) => oneMoreFault(report)).map(withoutKind);
  return {
    calls: new Set(places).size,
    singles: pairs.singles,
    states: pairs.states,
    pairs: pairs.counted,
    triples: triples?.counted ?? { all: 0, different: 0, run: 0 },
    violations: [...pairs.violations, ...(triples?.violations ?? [])],
  };
};

const withoutKind = (fault: string): string => fault.replace(/:[a-z_]+$/, '');
