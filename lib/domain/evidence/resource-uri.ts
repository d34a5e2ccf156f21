import type { Repository } from '../records.ts';

/** Returns the address of a repository, without anything in it that could be a secret. */
export const resourceUriOf = ({ fullName, url }: Pick<Repository, 'fullName' | 'url'>): string => {
  const parsed = URL.parse(url);
  if (!parsed) return `urn:scangate:repository:${encodeURIComponent(fullName)}`;
  parsed.username = '';
  parsed.password = '';
  parsed.search = '';
  parsed.hash = '';
  return parsed.href;
};
