const scheme = /^[a-z][a-z+]{0,20}:\/\//i;

/**
 * `host/owner/repository` of a repository's address, as advisories and package URLs name Swift packages;
 * undefined for what is no address (a path, a registry's identity).
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
