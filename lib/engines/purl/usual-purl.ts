import { asciiClass, consistsOf, endOfClass } from '../text/ascii-class.ts';
import type { PackageUrl } from './purl-types.ts';

/** Characters that need no decoding and no lower case. */
const inPath = asciiClass(/[a-z0-9._~:+/-]/);
const inType = asciiClass(/[a-z0-9.-]/);
const inKey = asciiClass(/[a-z0-9._-]/);
const letter = asciiClass(/[a-z]/);
const encoded = asciiClass(/[A-Za-z0-9._~:+%/@,=-]/);

/** Types whose package URLs are more than their parts. */
const special: ReadonlySet<string> = new Set(
  'git pub pypi cpan chrome-extension swift vscode-extension otp vcpkg julia swid mlflow huggingface oci'.split(
    ' ',
  ),
);

const scheme = 'pkg:';
const longestType = 100;
const encodedScope = '%40';

const decoded = (text: string): string | undefined => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Reads the qualifiers as tools write them: in the order of their keys, each with a value. */
const qualifiersAt = (text: string, from: number): Record<string, string> | undefined => {
  const found: Record<string, string> = {};
  let last = '';
  for (let at = from; at <= text.length;) {
    const end = text.indexOf('&', at);
    const stop = end === -1 ? text.length : end;
    const equal = text.indexOf('=', at);
    if (equal <= at || equal >= stop - 1) return undefined;
    const key = text.slice(at, equal);
    const stated = text.slice(equal + 1, stop);
    if (key <= last || letter[key.charCodeAt(0)] !== 1 || !consistsOf(key, inKey)) return undefined;
    const value = consistsOf(stated, encoded) ? decoded(stated) : undefined;
    if (value === undefined) return undefined;
    found[key] = value;
    last = key;
    at = stop + 1;
  }
  return found;
};

/** Splits `namespace/name`; undefined where a part is empty or has anything but plain characters. */
const pathOf = (path: string): { namespace: string; name: string } | undefined => {
  const isScope = path.startsWith(encodedScope);
  if (endOfClass(path, inPath, isScope ? encodedScope.length : 0) < path.length) return undefined;
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const stated = slash === -1 ? '' : path.slice(0, slash);
  const isWhole = name !== '' && slash !== 0 && !stated.includes('//') && !(isScope && slash === -1);
  if (!isWhole || stated.startsWith('/') || stated.endsWith('/')) return undefined;
  return { namespace: isScope ? `@${stated.slice(encodedScope.length)}` : stated, name };
};

/**
 * Reads a package URL that is written as tools write nearly all of them, in a fraction of the time that any other takes.
 * @returns undefined for one that needs more care.
 */
export const usualPurl = (text: string): PackageUrl | undefined => {
  if (!text.startsWith(scheme) || text.includes('#')) return undefined;
  const question = text.indexOf('?');
  const end = question === -1 ? text.length : question;
  const slash = text.indexOf('/', scheme.length);
  const at = text.lastIndexOf('@', end - 1);
  if (slash === -1 || at <= slash || at >= end - 1) return undefined;
  const type = text.slice(scheme.length, slash);
  if (type.length > longestType) return undefined;
  if (letter[type.charCodeAt(0)] !== 1 || !consistsOf(type, inType) || special.has(type)) return undefined;
  const path = pathOf(text.slice(slash + 1, at));
  const stated = text.slice(at + 1, end);
  const version = consistsOf(stated, encoded) ? decoded(stated) : undefined;
  if (!path || version === undefined) return undefined;
  const purl: PackageUrl = { type, name: path.name };
  if (path.namespace !== '') purl.namespace = path.namespace;
  purl.version = version;
  if (question === -1) return purl;
  const qualifiers = qualifiersAt(text, question + 1);
  if (!qualifiers) return undefined;
  purl.qualifiers = qualifiers;
  return purl;
};
