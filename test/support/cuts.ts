/** The process ended here: before the call reached its port, or after it did and before anybody heard. */
export class Cut extends Error {
  constructor(call: number, when: 'before' | 'after') {
    super(`cut ${when} call ${call}`);
    this.name = 'Cut';
  }
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** The same ports, but the n-th call of any of them is cut. Calls are numbered from 1, over all ports together. */
export const cutting = <P extends object>(ports: P, cuts: ReadonlyMap<number, 'before' | 'after'>) => {
  let calls = 0;
  const cut =
    (target: object, method: Method): Method =>
    async (...args) => {
      const call = ++calls;
      const when = cuts.get(call);
      if (when === 'before') throw new Cut(call, when);
      const answer = await method.apply(target, args);
      if (when === 'after') throw new Cut(call, when);
      return answer;
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
