/** Makes the ports at their first use and keeps them for the life of the function. */
export const lazyPorts = <N>(wiring: Record<string, () => unknown>): (() => N) => {
  let ports: N | undefined;
  return () =>
    (ports ??= Object.fromEntries(Object.entries(wiring).map(([name, make]) => [name, make()])) as N);
};
