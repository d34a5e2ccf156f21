import { Transient } from '@scangate/domain/problem';

/**
 * What can befall a call to the outside: the process ends before it or after it, it is refused for now, its answer is
 * lost though it was done, or it is done twice and the second answer is heard.
 */
export const faultKinds = ['before', 'after', 'throttled', 'unanswered', 'twice'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The process ended here: before the call reached its port, or after it did and before anybody heard. */
export class Crash extends Error {
  constructor(call: number, when: 'before' | 'after') {
    super(`cut ${when} call ${call}`);
    this.name = 'Cut';
  }
}

/** The outside did not answer as it should; who called may ask again. */
export class InjectedTransient extends Transient {}

/** What is tried again, by whoever called. */
export const isRetryable = (error: unknown): boolean => error instanceof Crash || error instanceof Transient;

type Method = (...args: unknown[]) => Promise<unknown>;

const befallen = async (call: number, misfortune: FaultKind | undefined, ask: () => Promise<unknown>) => {
  if (misfortune === 'before') throw new Crash(call, misfortune);
  if (misfortune === 'throttled') throw new InjectedTransient(`throttled call ${call}`);
  const answer = await ask();
  if (misfortune === 'after') throw new Crash(call, misfortune);
  if (misfortune === 'unanswered') throw new InjectedTransient(`no answer to call ${call}`);
  return misfortune === 'twice' ? ask() : answer;
};

/** The same ports, but misfortune befalls their n-th call. Calls are numbered from 1, over all ports together. */
export const injectFaults = <P extends object>(ports: P, cuts: ReadonlyMap<number, FaultKind>) => {
  let calls = 0;
  const cut =
    (target: object, method: Method): Method =>
    async (...args) => {
      const call = ++calls;
      return befallen(call, cuts.get(call), async () => method.apply(target, args));
    };
  const wrap = (port: object): object =>
    new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? cut(target, member as Method) : member;
      },
    });
  const wrapped = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [name, wrap(port as object)]),
  ) as P;
  return { ports: wrapped, count: () => calls };
};
