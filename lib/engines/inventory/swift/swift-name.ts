const scheme = /^[a-z][a-z+]{0,20}:\/\//i;

/**
 * Converts a repository URL to `host/owner/repository`, the name that advisories and package URLs use for Swift
 * packages.
 * @returns undefined for anything else (a path, a registry identity).
 */
export const swiftPackageName = (address: string): string | undefined => {
  const isUrl = scheme.test(address);
  const bare = address.replace(scheme, '').replace(/^[^/@]{1,200}@/, '');
  if (!isUrl && bare === address) return undefined;
  const slashed = isUrl ? bare.replace(/^([^/:]{1,200}):\d{1,5}\//, '$1/') : bare.replace(':', '/');
  const [host = '', ...path] = slashed.split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? [];
  const last = path.pop()?.replace(/\.git$/i, '');
  if (!last || path.length === 0 || !/^[\w.-]{1,200}$/.test(host)) return undefined;
  return [host.toLowerCase(), ...path, last].join('/');
};
