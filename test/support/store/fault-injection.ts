import { Transient } from '@scangate/domain/problem';

/**
 * The faults of a call to the outside: the process crashes before or after it, it is throttled, its answer is lost
 * though it was executed, or it is executed twice and the second answer is returned.
 */
export const faultKinds = ['before', 'after', 'throttled', 'unanswered', 'twice'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The process crashed: before the call reached its port, or after it was executed and before its answer was read. */
export class Crash extends Error {
  constructor(call: number, when: 'before' | 'after') {
    super(`crashed ${when} call ${call}`);
    this.name = 'Crash';
  }
}

/** The outside did not answer as it should; the caller may retry. */
export class InjectedTransient extends Transient {}

/** Whether the caller of the process retries after this error. */
export const isRetryable = (error: unknown): boolean => error instanceof Crash || error instanceof Transient;

type Method = (...args: unknown[]) => Promise<unknown>;

const callWithFault = async (
  call: number,
  fault: FaultKind | undefined,
  execute: () => Promise<unknown>,
): Promise<unknown> => {
  if (fault === 'before') throw new Crash(call, fault);
  if (fault === 'throttled') throw new InjectedTransient(`throttled call ${call}`);
  const answer = await execute();
  if (fault === 'after') throw new Crash(call, fault);
  if (fault === 'unanswered') throw new InjectedTransient(`no answer to call ${call}`);
  return fault === 'twice' ? execute() : answer;
};

/** Ports of the process itself: their calls reach nothing outside, and nobody makes them twice. */
const localPorts = ['log', 'ids', 'sourceArchive', 'backoff', 'assessor', 'activeScanLimit'];

/**
 * Returns the same ports with faults injected into their n-th calls. Calls are numbered from 1, over all ports
 * together.
 */
export const injectFaults = <P extends object>(ports: P, faults: ReadonlyMap<number, FaultKind>) => {
  let calls = 0;
  const withFault =
    (target: object, method: Method): Method =>
    async (...args) => {
      const call = ++calls;
      return callWithFault(call, faults.get(call), async () => method.apply(target, args));
    };
  const wrap = (port: object): object =>
    new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? withFault(target, member as Method) : member;
      },
    });
  const wrapped = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      localPorts.includes(name) ? (port as object) : wrap(port as object),
    ]),
  ) as P;
  return { ports: wrapped, count: () => calls };
};
