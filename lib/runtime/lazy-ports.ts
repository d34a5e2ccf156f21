import { dispatchingStore } from '#ports/events/dispatching-store.ts';
import type { EventDispatch } from '#ports/events/event-dispatch.ts';
import type { Store } from '#ports/store.ts';

/** Makes a store request the fan-out of its events, if the function declares that it emits some. */
const withDispatch = (ports: { store?: Store; eventDispatch?: EventDispatch }) =>
  ports.store && ports.eventDispatch
    ? { ...ports, store: dispatchingStore(ports.store, ports.eventDispatch) }
    : ports;

/** Creates the ports on their first use and keeps them for the lifetime of the function. */
export const lazyPorts = <N>(wiring: { readonly [P in keyof N]: () => unknown }): (() => N) => {
  let ports: N | undefined;
  const wire = (): N => {
    const wired: Record<string, unknown> = {};
    for (const name in wiring) wired[name] = wiring[name]();
    return withDispatch(wired) as N;
  };
  return () => (ports ??= wire());
};
