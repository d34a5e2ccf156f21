import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';

const slash = 0x2f;
const scheme = /^[a-z][a-z+]{0,20}:\/\//i;

const secure = 'https://';
const inHost = asciiClass(/[a-z\d.-]/);
const inPath = asciiClass(/[\w./-]/);

/** Reads `https://host/owner/repository`, with or without `.git`, as most addresses are; undefined for any other. */
const usualName = (address: string): string | undefined => {
  const host = address.startsWith(secure) ? endOfClass(address, inHost, secure.length) : 0;
  const isPlain =
    host > secure.length &&
    host < secure.length + 200 &&
    address.charCodeAt(host) === slash &&
    endOfClass(address, inPath, host) === address.length;
  if (!isPlain || address.includes('//', host) || address.includes('/.', host) || address.endsWith('/'))
    return undefined;
  // There is an owner above the repository.
  if (!address.includes('/', host + 1)) return undefined;
  const isGit = address.endsWith('.git');
  if (!isGit && address.toLowerCase().endsWith('.git')) return undefined;
  return address.slice(secure.length, isGit ? -'.git'.length : undefined);
};

/**
 * Converts a repository URL to `host/owner/repository`, the name that advisories and package URLs use for Swift
 * packages.
 * @returns undefined for anything else (a path, a registry identity).
 */
export const swiftPackageName = (address: string): string | undefined => {
  const usual = usualName(address);
  if (usual !== undefined) return usual;
  const isUrl = scheme.test(address);
  const bare = address.replace(scheme, '').replace(/^[^/@]{1,200}@/, '');
  if (!isUrl && bare === address) return undefined;
  const slashed = isUrl ? bare.replace(/^([^/:]{1,200}):\d{1,5}\//, '$1/') : bare.replace(':', '/');
  const [host = '', ...path] = slashed.split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? [];
  const last = path.pop()?.replace(/\.git$/i, '');
  if (!last || path.length === 0 || !/^[\w.-]{1,200}$/.test(host)) return undefined;
  return [host.toLowerCase(), ...path, last].join('/');
};
