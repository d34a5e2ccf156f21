import { hostConnections, type HostConnectionsOptions } from '#adapters/outbound/host-connections.ts';
import { gitClient, type GitClient, type GitOptions } from '@scangate/git';

type ConnectedOptions = Omit<GitOptions, 'connect'> & Omit<HostConnectionsOptions, 'allowedAt'>;

/** A client with connections as the service opens them. */
export const connectedGitClient = ({ resolve, connectMs, idleMs, ...options }: ConnectedOptions): GitClient =>
  gitClient({
    ...options,
    connect: hostConnections({
      allowedAt: () => options.allowed,
      ...(resolve && { resolve }),
      ...(connectMs !== undefined && { connectMs }),
      ...(idleMs !== undefined && { idleMs }),
    }),
  });
