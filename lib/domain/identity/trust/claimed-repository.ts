import type { RepositoryName, TrustRule } from '@scangate/domain/records';
import { isLoopbackIssuer } from './allowed-issuers.ts';
import { ciProviderSpecs } from './providers/index.ts';
import type { Claims } from './providers/provider.ts';

/** The repository that a JWT names: its place among the names of connected repositories, and where it must be. */
interface ClaimedRepository {
  /** The last two parts of the path, in lower case. */
  name: string;
  /** Host and path in lower case; absent for a local CI, whose repositories have no address of their own. */
  address?: string;
}

/** The form of a URL that is compared: hosts ignore the case of their paths, and `.git` at the end. */
const addressOf = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname, search, hash } = new URL(text);
  if (protocol !== 'https:' || search || hash) return undefined;
  const path = pathname
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '');
  return `${host}${path}`;
};

/** Reads the repository that a JWT names for a rule with `matching`. Undefined where it names none. */
export const claimedRepository = (
  { provider, issuer }: Pick<TrustRule, 'provider' | 'issuer'>,
  claims: Claims,
): ClaimedRepository | undefined => {
  const url = ciProviderSpecs[provider].repositoryUrl?.(claims, new URL(issuer));
  if (url === undefined || url.length > 1_000 || !URL.canParse(url)) return undefined;
  const name = new URL(url).pathname
    .toLowerCase()
    .replace(/\.git$/, '')
    .split('/')
    .slice(-2)
    .join('/');
  if (!/^[^/\s]{1,200}\/[^/\s]{1,200}$/.test(name)) return undefined;
  if (isLoopbackIssuer(issuer)) return { name };
  const address = addressOf(url);
  return address === undefined ? undefined : { name, address };
};

/** Whether a connected repository is the one that a JWT names: of equal names at two hosts only one is. */
export const isClaimed = (
  held: RepositoryName | undefined,
  { address }: ClaimedRepository,
): held is RepositoryName =>
  held !== undefined &&
  held.repositoryId !== '' &&
  (address === undefined || (held.url !== undefined && addressOf(held.url) === address));
