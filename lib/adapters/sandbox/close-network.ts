import dgram from 'node:dgram';
import dns from 'node:dns';
import dnsPromises from 'node:dns/promises';
import net from 'node:net';
import { syncBuiltinESMExports } from 'node:module';

const refuse = (): never => {
  throw Object.assign(new Error('the sandbox has no network'), { code: 'ERR_ACCESS_DENIED' });
};

const forbid = (owner: object, names: readonly string[]): void => {
  for (const name of names)
    Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
};

/** The globals that send requests. */
const requesters = ['fetch', 'WebSocket', 'EventSource'] as const;

/** The functions of an object that take part in name resolution. */
const lookups = (owner: object): string[] =>
  Object.getOwnPropertyNames(owner).filter((name) => /^(?:lookup|resolve|reverse|setServers)/.test(name));

/**
 * Closes what the permission model of Node.js 24 leaves open: connections, servers, datagrams, name lookups, and
 * signals to other processes. Every network module of Node.js ends in one of these functions
 * (docs/adr/0030-isolation.md).
 */
export const closeNetwork = (): void => {
  forbid(net.Socket.prototype, ['connect']);
  forbid(net.Server.prototype, ['listen']);
  forbid(net, ['connect', 'createConnection']);
  forbid(dgram.Socket.prototype, ['bind', 'connect', 'send', 'addMembership']);
  forbid(dgram, ['createSocket']);
  for (const owner of [dns, dnsPromises, dns.Resolver.prototype, dnsPromises.Resolver.prototype])
    forbid(owner, lookups(owner));
  // A lazily loaded global would otherwise be loaded by its new definition.
  for (const name of requesters) Reflect.deleteProperty(globalThis, name);
  forbid(globalThis, requesters);
  // Handles of the standard streams would give access to the classes behind sockets.
  forbid(process, ['kill', '_kill', '_debugProcess', '_startProfilerIdleNotifier']);
  for (const name of ['stdin', 'stdout', 'stderr'])
    Object.defineProperty(process, name, { get: refuse, configurable: false });
  // Log output of libraries has no destination.
  for (const name of Object.keys(console)) Reflect.set(console, name, () => undefined);
  syncBuiltinESMExports();
};
