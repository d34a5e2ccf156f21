import type { RepositoryName, TrustRule } from '@scangate/domain/records';
import { isLoopbackIssuer } from './allowed-issuers.ts';
import { ciProviderSpecs } from './ci-providers/index.ts';
import type { Claims } from './ci-providers/provider.ts';

/** The repository that a JWT names: its name among connected repositories, and its URL. */
interface ClaimedRepository {
  /** The last two parts of the path, in lower case. */
  name: string;
  /** Host and path in lower case; absent for a local CI, whose repositories have no URL of their own. */
  address?: string;
}

/** Returns the form of a URL that is compared: hosts ignore the case of their paths, and a trailing `.git`. */
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

/** Reads the repository that a JWT names, for a rule with `matching`. Undefined when it names none. */
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

/** Returns whether a connected repository is the one that a JWT names; another host may have one with the same name. */
export const isClaimed = (
  held: RepositoryName | undefined,
  { address }: ClaimedRepository,
): held is RepositoryName =>
  held !== undefined &&
  held.repositoryId !== '' &&
  (address === undefined || (held.url !== undefined && addressOf(held.url) === address));
