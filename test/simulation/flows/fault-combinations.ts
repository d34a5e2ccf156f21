import type { FaultKind } from '../faults/fault-kinds.ts';
import { flowNamed } from './all-flows.ts';
import type { FlowCall, FlowReport } from './run-flows.ts';

const ofReads = ['crash_before', 'timeout_after', 'delay', 'throttle', 'silence'] as const;

/** The kinds of faults that each kind of call may meet. */
const kindsOf: Readonly<Record<FlowCall['kind'], readonly FaultKind[]>> = {
  read: ofReads,
  page: [...ofReads, 'partial'],
  object: [...ofReads, 'poison'],
  write: ['crash_before', 'crash_after', 'timeout_after', 'twice', 'delay', 'throttle', 'silence'],
  message: ['lost', 'dead_letter', 'twice', 'delay'],
  run: ['clock_ahead', 'clock_behind'],
};

/** The kinds of which three are combined. */
const ofTriples: ReadonlySet<FaultKind> = new Set(['crash_before', 'crash_after', 'timeout_after']);

const isPlanned = (faults: string, call: FlowCall): boolean =>
  faults.split(',').some((fault) => fault.startsWith(`${placeOf(call)}:`));

const placeOf = ({ name, number, kind }: FlowCall): string =>
  `${kind === 'message' ? 'to-' : ''}${name}:${number}`;

/** The calls that come after all faults that were planned for a run. */
const callsAfterFaults = ({ faults, calls }: FlowReport): FlowCall[] =>
  calls.slice(faults === '' ? 0 : 1 + calls.findLastIndex((call) => isPlanned(faults, call)));

/**
 * Adds one more fault to a run that was seen, at each later call and of each kind.
 * @param options.ofAll takes the calls of all functions, and not of the flow's own alone.
 */
export const oneMoreFault = (seen: FlowReport, { ofAll = false } = {}): string[] =>
  callsAfterFaults(seen)
    .filter(({ name }) => (ofAll ? name !== 'actor' : flowNamed(seen.flow).functions.includes(name)))
    .flatMap((call) =>
      kindsOf[call.kind].map((kind) => [seen.faults, `${placeOf(call)}:${kind}`].filter(Boolean).join(',')),
    );

/** Whether all faults are of the kinds of which three are combined. */
export const isOfTriples = (faults: string): boolean =>
  faults.split(',').every((fault) => ofTriples.has(fault.split(':').at(-1) as FaultKind));
