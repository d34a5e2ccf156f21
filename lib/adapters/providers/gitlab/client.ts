import type { OutboundFetch } from '#ports/outbound.ts';
import { providerClient, type ProviderClient } from '../provider-client.ts';

export interface GitlabClientOptions {
  fetch: OutboundFetch;
  /** `https://gitlab.com`, or the URL of a self-hosted instance. */
  origin: string;
  /** A personal, group or project access token. */
  token: string;
}

/** Names a project by its number or by its path. */
export const projectPath = (project: string): string => `/api/v4/projects/${encodeURIComponent(project)}`;

/** Calls the REST API of GitLab. Its rate limits respond with 429 and `Retry-After`. */
export const gitlabClient = ({ fetch, origin, token }: GitlabClientOptions): ProviderClient =>
  providerClient({ fetch, origin, headers: async () => ({ 'private-token': token }) });
