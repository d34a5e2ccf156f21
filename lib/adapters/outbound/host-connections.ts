import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { openRequest, type HostRequest, type HostRules } from './open-request.ts';
import type { AllowedAddresses } from './permitted-address.ts';

export interface HostConnectionsOptions extends Partial<Omit<HostRules, 'allowed'>> {
  allowedAt(hostname: string): AllowedAddresses;
}

interface HostConnections {
  request(url: URL, request: Omit<HostRequest, 'agent'>): Promise<IncomingMessage>;
  close(): void;
}

/** A git host may take long to accept a connection, and to make a pack. */
const patience = { connectMs: 10_000, idleMs: 30_000 };

/** Connections to git hosts, which are kept alive until they are closed; the caller reads and bounds the responses. */
export const hostConnections =
  ({ allowedAt, ...rules }: HostConnectionsOptions) =>
  (): HostConnections => {
    const agentOptions = { keepAlive: true, maxSockets: 2 };
    const agents: Record<string, HttpAgent> = {
      'http:': new HttpAgent(agentOptions),
      'https:': new HttpsAgent(agentOptions),
    };
    return {
      // A forbidden address is a failure of the request, not of the call.
      request: async (url, request) =>
        openRequest(
          url,
          { ...request, agent: agents[url.protocol] },
          { ...patience, ...rules, allowed: allowedAt(url.hostname) },
        ),
      close: () => Object.values(agents).forEach((agent) => agent.destroy()),
    };
  };
