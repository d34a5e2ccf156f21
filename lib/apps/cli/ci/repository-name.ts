/** The last two parts of a path, as the service names a repository. */
const endOf = (path: string): string | undefined => {
  const parts = path.split('/').filter((part) => part !== '');
  const [owner, repo] = parts.slice(-2);
  const name = repo?.replace(/(?<=.)\.git$/, '');
  return parts.length < 2 || owner === undefined || name === undefined ? undefined : `${owner}/${name}`;
};

/** `host:path`, as git over SSH accepts it. */
const scpForm = /^(?:[^/@\s]+@)?[^/:\s]+:(?!\/\/)(?<path>[^\s]+)$/;

const pathOf = (address: string): string | undefined => {
  const { path } = scpForm.exec(address)?.groups ?? {};
  if (path !== undefined) return path;
  try {
    return decodeURI(new URL(address).pathname);
  } catch {
    return undefined;
  }
};

/**
 * The full name of the repository at an address or path; undefined if there is none. The host, and a credential that
 * the address may contain, are omitted.
 */
export const repositoryName = (address: string | undefined): string | undefined => {
  if (address === undefined) return undefined;
  const path = address.includes(':') ? pathOf(address) : address;
  const name = path === undefined ? undefined : endOf(path);
  return name === undefined || /\s/.test(name) ? undefined : name;
};

/** Whether two addresses name different repositories. Unknown ones count as the same. */
export const isOtherRepository = (one: string | undefined, other: string | undefined): boolean => {
  const [first, second] = [repositoryName(one), repositoryName(other)];
  return first !== undefined && second !== undefined && first.toLowerCase() !== second.toLowerCase();
};
