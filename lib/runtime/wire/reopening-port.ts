/** A function may live for days; after this time, it picks up a rotated secret or a changed price. */
const reopenAfterMs = 5 * 60_000;

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * Makes a port that is opened by its first call and reopened once it is old. If reopening fails, the previous port
 * stays in use; if opening fails, the next call tries again.
 * @param methods names every method of the port.
 */
export const reopeningPort = <Port extends object>(
  methods: Readonly<Record<keyof Port, true>>,
  open: () => Promise<Port>,
): Port => {
  let port: Promise<Port> | undefined;
  let openedAt = 0;
  const current = (): Promise<Port> => {
    if (port && Date.now() - openedAt < reopenAfterMs) return port;
    const former = port;
    openedAt = Date.now();
    port = open().catch((error: unknown) => {
      port = former;
      if (former) return former;
      throw error;
    });
    return port;
  };
  const callOf =
    (name: string): Method =>
    async (...args) => {
      const opened = (await current()) as Record<string, Method>;
      return opened[name]?.(...args);
    };
  return Object.fromEntries(Object.keys(methods).map((name) => [name, callOf(name)])) as Port;
};
