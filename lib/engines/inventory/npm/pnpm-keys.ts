import { splitSpec } from './npm-spec.ts';

/** Lockfile 5 writes `/name/1.0.0_peers`, 6 `/name@1.0.0(peers)`, 9 `name@1.0.0(peers)`. */
export type PnpmKeyFormat = 'slashes' | 'at';

/** Removes the resolved peers from a key. */
export const withoutPeers = (key: string, form: PnpmKeyFormat): string => {
  const mark = form === 'at' ? key.indexOf('(') : key.indexOf('_', key.lastIndexOf('/'));
  const cut = mark > 0 && (form === 'at' || !/^(?:file|link):/.test(key));
  return cut ? key.slice(0, mark) : key;
};

export interface PnpmKeyParts {
  name: string;
  /** A version, or the URL of a package that is not in a registry. */
  version: string;
}

/**
 * Splits a key without peers into name and version; `registry.host/name/1.0.0` is lockfile 5 for another
 * registry.
 * @returns undefined when the key has neither, like `file:../lib`.
 */
export const parsePnpmKey = (key: string, form: PnpmKeyFormat): PnpmKeyParts | undefined => {
  if (form === 'at') {
    const { name, range } = splitSpec(key.startsWith('/') ? key.slice(1) : key);
    return range ? { name, version: range } : undefined;
  }
  const at = key.lastIndexOf('/');
  const version = key.slice(at + 1);
  if (at < 1 || !/^\d/.test(version)) return undefined;
  return { name: key.slice(key.indexOf('/') + 1, at), version };
};
