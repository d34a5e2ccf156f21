import { asciiClass, endOfClass } from '../text/ascii-class.ts';
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
const [slashSign, atSign, ampersand, equalSign] = [0x2f, 0x40, 0x26, 0x3d];

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
    const equal = endOfClass(text, inKey, at);
    const end = endOfClass(text, encoded, equal + 1);
    const isPair =
      equal > at &&
      text.charCodeAt(equal) === equalSign &&
      end > equal + 1 &&
      (end === text.length || text.charCodeAt(end) === ampersand);
    if (!isPair || letter[text.charCodeAt(at)] !== 1) return undefined;
    const key = text.slice(at, equal);
    const value = decoded(text.slice(equal + 1, end));
    if (key <= last || value === undefined) return undefined;
    found[key] = value;
    last = key;
    at = end + 1;
  }
  return found;
};

/** The positions at which a package URL is split. */
interface Parts {
  text: string;
  /** The beginning of its path. */
  from: number;
  /** The position of the `@` before the version. */
  at: number;
}

/** Returns the position of the last `@` before the end of a version of plain characters; -1 where there is none. */
const startOfVersion = (text: string, from: number, end: number): number => {
  let at = end - 1;
  while (at >= from && text.charCodeAt(at) !== atSign && encoded[text.charCodeAt(at)] === 1) at -= 1;
  return at >= from && at < end - 1 && text.charCodeAt(at) === atSign ? at : -1;
};

/** Returns the position of the last slash of a path, or the one before the path; -1 where a part is empty or has other characters. */
const lastSlashOf = ({ text, from, at }: Parts, start: number): number => {
  let last = from - 1;
  let previous = start === from ? slashSign : 0;
  for (let each = start; each < at; each += 1) {
    const code = text.charCodeAt(each);
    if (inPath[code] !== 1 || (code === slashSign && previous === slashSign)) return -1;
    if (code === slashSign) last = each;
    previous = code;
  }
  return previous === slashSign ? -1 : last;
};

/** Splits `namespace/name` and the version; undefined where a part is empty or has anything but plain characters. */
const packageOf = (type: string, parts: Parts, end: number): PackageUrl | undefined => {
  const { text, from, at } = parts;
  const isScope = text.startsWith(encodedScope, from);
  const start = isScope ? from + encodedScope.length : from;
  const slash = lastSlashOf(parts, start);
  const version = slash === -1 ? undefined : decoded(text.slice(at + 1, end));
  if (version === undefined) return undefined;
  const name = text.slice(slash + 1, at);
  if (slash >= from) {
    const namespace = text.slice(start, slash);
    return { type, namespace: isScope ? `@${namespace}` : namespace, name, version };
  }
  return isScope ? undefined : { type, name, version };
};

/**
 * Reads a package URL that is written as tools write nearly all of them, in a fraction of the time that any other takes.
 * @returns undefined for one that needs more care.
 */
export const usualPurl = (text: string): PackageUrl | undefined => {
  if (!text.startsWith(scheme)) return undefined;
  const question = text.indexOf('?');
  const end = question === -1 ? text.length : question;
  const slash = endOfClass(text, inType, scheme.length);
  const isTyped = text.charCodeAt(slash) === slashSign && letter[text.charCodeAt(scheme.length)] === 1;
  if (!isTyped || slash - scheme.length > longestType) return undefined;
  const type = text.slice(scheme.length, slash);
  const at = special.has(type) ? -1 : startOfVersion(text, slash + 2, end);
  const purl = at === -1 ? undefined : packageOf(type, { text, from: slash + 1, at }, end);
  if (!purl || question === -1) return purl;
  const qualifiers = qualifiersAt(text, question + 1);
  if (!qualifiers) return undefined;
  purl.qualifiers = qualifiers;
  return purl;
};
