import type { Boundary } from '../cloud/boundary.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';

/** The calls of each function to the outside, with the faults that they met. */
export interface CoveredCalls {
  /** The pairs of a function and a call of it. */
  pairs: number;
  /** Those that met a fault, and how many different ones all met. */
  withFaults: number;
  kinds: number;
  /** The pairs that met each kind. */
  byKind: Record<string, number>;
}

/** Watches which functions make which calls, and which faults they meet. @returns tells it. */
export const watchCalls = (boundary: Boundary, cause: () => string): (() => CoveredCalls) => {
  const faultsOf = new Map<string, Set<FaultKind>>();
  const { onCall, onFault } = boundary;
  const met = (service: string, operation: string, to = ''): Set<FaultKind> => {
    const name = `${cause().replace(/\d+x$/, '')} ${service} ${operation} ${to}`;
    const faults = faultsOf.get(name) ?? new Set();
    faultsOf.set(name, faults);
    return faults;
  };
  boundary.onCall = (call) => {
    met(call.service, call.operation, call.to);
    onCall(call);
  };
  boundary.onFault = (call, kind) => {
    met(call.service, call.operation, call.to).add(kind);
    onFault(call, kind);
  };
  return () => {
    const all = [...faultsOf.values()];
    const byKind = Map.groupBy(
      all.flatMap((faults) => [...faults]),
      (kind) => kind,
    );
    return {
      pairs: all.length,
      withFaults: all.filter(({ size }) => size > 0).length,
      kinds: all.reduce((sum, { size }) => sum + size, 0),
      byKind: Object.fromEntries([...byKind].map(([kind, { length }]) => [kind, length])),
    };
  };
};
