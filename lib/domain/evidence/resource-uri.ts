import type { Repository } from '../records.ts';

/** Returns the URL of a repository, without any part that could be a secret. */
export const resourceUriOf = ({ fullName, url }: Pick<Repository, 'fullName' | 'url'>): string => {
  const parsed = URL.parse(url);
  if (!parsed) return `urn:scangate:repository:${encodeURIComponent(fullName)}`;
  parsed.username = '';
  parsed.password = '';
  parsed.search = '';
  parsed.hash = '';
  return parsed.href;
};
