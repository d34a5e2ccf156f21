import type { CheckTarget } from '#ports/integrations/check-writer.ts';
import { providerOrigins, type ReplacedOrigins } from './provider-origins.ts';

/** The place of a repository: the API of its host, and its name there. */
export interface RepositoryPlace {
  /** Without a slash at its end. */
  origin: string;
  /** The path of the repository: `owner/name`, or with the groups of GitLab. */
  path: string;
}

const publicHosts: Readonly<Record<string, CheckTarget['api']>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
};

/** GitHub Enterprise serves its API below a path of its host. */
const enterprisePath: Readonly<Record<CheckTarget['api'], string>> = {
  github: '/api/v3',
  gitlab: '',
  bitbucket: '',
};

const pathOf = (url: URL): string =>
  decodeURIComponent(url.pathname)
    .replace(/^\/+|(?<!\/)\/+$/g, '')
    .replace(/(?<=.)\.git$/, '');

/**
 * Finds the API of a repository by the host of its URL: the credential of a repository is sent to no other host. A
 * repository on this disk has no host, and uses the emulator of its API.
 * @returns undefined when its host cannot have the API.
 */
export const placeOf = (
  { url: text, api, fullName }: Pick<CheckTarget, 'url' | 'api' | 'fullName'>,
  replaced: ReplacedOrigins,
): RepositoryPlace | undefined => {
  const url = new URL(text);
  const emulator = replaced[api];
  if (url.protocol === 'file:')
    return emulator === undefined ? undefined : { origin: emulator, path: fullName };
  const known = publicHosts[url.hostname];
  if (known === api) return { origin: emulator ?? providerOrigins[api], path: pathOf(url) };
  if (known !== undefined || api === 'bitbucket') return undefined;
  return { origin: `${url.origin}${enterprisePath[api]}`, path: pathOf(url) };
};

/** Returns a path with encoded segments. */
export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
