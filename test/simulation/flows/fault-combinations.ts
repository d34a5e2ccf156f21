import type { FaultKind } from '../faults/fault-kinds.ts';
import { flowNamed } from './all-flows.ts';
import { countedAs, placeOf, placesOf } from './fault-places.ts';
import type { FlowCall, FlowReport } from './run-flows.ts';

const ofReads = ['crash_before', 'timeout_after', 'delay', 'throttle', 'silence'] as const;

const ofWrites = [
  'crash_before',
  'crash_after',
  'timeout_after',
  'twice',
  'delay',
  'throttle',
  'silence',
] as const;

/** The kinds of faults that each kind of call may meet. */
const kindsOf: Readonly<Record<FlowCall['kind'], readonly FaultKind[]>> = {
  read: ofReads,
  page: [...ofReads, 'partial'],
  object: [...ofReads, 'poison'],
  write: ofWrites,
  transaction: [...ofWrites, 'in_progress'],
  message: ['lost', 'dead_letter', 'twice', 'delay'],
  run: ['clock_ahead', 'clock_behind'],
};

/** The kinds of which three are combined. */
const ofTriples: ReadonlySet<FaultKind> = new Set(['crash_before', 'crash_after', 'timeout_after']);

/** The calls that come after all faults that were planned for a run. */
const callsAfterFaults = ({ faults, calls }: FlowReport): FlowCall[] => {
  const places = placesOf(faults);
  return calls.slice(1 + calls.findLastIndex((call) => places.includes(countedAs(call))));
};

/**
 * Adds one more fault to a run that was seen, at each later call and of each kind.
 * @param options.ofAll takes the calls of all functions, and not of the flow's own alone.
 * @param options.ofNews takes the calls before which the run was as no other had been.
 */
export const oneMoreFault = (seen: FlowReport, { ofAll = false, ofNews = false } = {}): string[] =>
  callsAfterFaults(seen)
    .filter(({ name }) => (ofAll ? name !== 'actor' : flowNamed(seen.flow).functions.includes(name)))
    .filter(({ isNew }) => !ofNews || isNew)
    .flatMap((call) =>
      kindsOf[call.kind].map((kind) => [seen.faults, `${placeOf(call)}:${kind}`].filter(Boolean).join(',')),
    );

/** Whether all faults are of the kinds of which three are combined. */
export const isOfTriples = (faults: string): boolean =>
  faults.split(',').every((fault) => ofTriples.has(fault.split(':').at(-1) as FaultKind));
