type Method = (...args: unknown[]) => unknown;

/** Returns the same port, each of whose calls waits for this first. */
export const watchCalls = <P extends object>(port: P, onCall: (name: string) => Promise<void>): P =>
  new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        await onCall(String(name));
        return (member as Method).apply(target, args);
      };
    },
  });
