import { Transient } from '../../lib/domain/problem.ts';

/**
 * What can befall a call to the outside: the process ends before it or after it, it is refused for now, its answer is
 * lost though it was done, or it is done twice and the second answer is heard.
 */
export const misfortunes = ['before', 'after', 'throttled', 'unanswered', 'twice'] as const;
export type Misfortune = (typeof misfortunes)[number];

/** The process ended here: before the call reached its port, or after it did and before anybody heard. */
export class Cut extends Error {
  constructor(call: number, when: 'before' | 'after') {
    super(`cut ${when} call ${call}`);
    this.name = 'Cut';
  }
}

/** The outside did not answer as it should; who called may ask again. */
export class Disturbed extends Transient {}

/** What is tried again, by whoever called. */
export const mayPass = (error: unknown): boolean => error instanceof Cut || error instanceof Transient;

type Method = (...args: unknown[]) => Promise<unknown>;

const befallen = async (call: number, misfortune: Misfortune | undefined, ask: () => Promise<unknown>) => {
  if (misfortune === 'before') throw new Cut(call, misfortune);
  if (misfortune === 'throttled') throw new Disturbed(`throttled call ${call}`);
  const answer = await ask();
  if (misfortune === 'after') throw new Cut(call, misfortune);
  if (misfortune === 'unanswered') throw new Disturbed(`no answer to call ${call}`);
  return misfortune === 'twice' ? ask() : answer;
};

/** The same ports, but misfortune befalls their n-th call. Calls are numbered from 1, over all ports together. */
export const cutting = <P extends object>(ports: P, cuts: ReadonlyMap<number, Misfortune>) => {
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
