import { asciiClass, consistsOf, endOfClass } from '../text/ascii-class.ts';
import type { ComponentHash } from '../model/component.ts';
import type { JsonCursor } from './parse/json-cursor.ts';
import { asText } from './parse/untrusted-value.ts';

const algorithms = new Map<string, { alg: ComponentHash['alg']; bytes: number }>([
  ['md5', { alg: 'MD5', bytes: 16 }],
  ['sha1', { alg: 'SHA-1', bytes: 20 }],
  ['sha256', { alg: 'SHA-256', bytes: 32 }],
  ['sha384', { alg: 'SHA-384', bytes: 48 }],
  ['sha512', { alg: 'SHA-512', bytes: 64 }],
]);

const algorithmOf = (name: string) =>
  algorithms.get(name) ?? algorithms.get(name.toLowerCase().replace('-', ''));

const hex = asciiClass(/[0-9a-f]/);
const maxHashes = 100;

/**
 * Parses a hash in hex.
 * @returns undefined when the algorithm is unknown or the length does not fit.
 */
export const hexHash = (algorithm: string, content: string): ComponentHash | undefined => {
  const known = algorithmOf(algorithm);
  if (!known || content.length !== known.bytes * 2) return undefined;
  if (consistsOf(content, hex)) return { alg: known.alg, content };
  const lower = content.toLowerCase();
  return consistsOf(lower, hex) ? { alg: known.alg, content: lower } : undefined;
};

/**
 * Converts subresource integrity (`sha512-<base64>`, separated by blanks) to hex. Malformed parts are skipped.
 */
export const integrityHashes = (integrity = ''): ComponentHash[] => {
  const parts = /\s/.test(integrity) ? integrity.split(/\s+/, 8) : [integrity];
  return parts.flatMap((part) => integrityHash(part) ?? []);
};

/** Longer than any hash, so that a hash that is too long is not mistaken for a truncated one. */
const decoded = Buffer.alloc(128);

const integrityHash = (part: string): ComponentHash | undefined => {
  const dash = part.indexOf('-');
  const known = dash < 1 ? undefined : algorithmOf(part.slice(0, dash));
  if (!known) return undefined;
  const options = part.indexOf('?', dash);
  const length = decoded.write(part.slice(dash + 1, options === -1 ? undefined : options), 'base64');
  return length === known.bytes ? { alg: known.alg, content: decoded.toString('hex', 0, length) } : undefined;
};

/** The parts of `sha512-<86 characters of base64>==`, as npm registries write it. */
const [sha512Head, sha512Tail, sha512Length] = ['sha512-', '==', 95] as const;
/** Makes each hash end at a byte, so that their concatenation is valid base64: of 66 bytes, 64 count. */
const filler = 'AA';
const [fillerBytes, hashDigits, digits] = [66, 128, 132] as const;

/** Few enough that their bytes and digits stay in the memory that is used again. */
const hashesAtOnce = 64;
/** A byte more than they take, so that a text that decodes to more is not taken for a whole one. */
const converted = Buffer.alloc(hashesAtOnce * fillerBytes + 1);

/** Converts the hashes of many packages to hex together, which takes a third of the time. */
export class IntegrityHashes {
  /** The text between head and tail of each hash. */
  #bodies: string[] = [];
  #hashes: ComponentHash[][] = [];

  /** Returns a list that holds the hashes after `convert` was called. */
  listFor(stated: unknown): ComponentHash[] {
    const isUsual =
      typeof stated === 'string' &&
      stated.length === sha512Length &&
      stated.startsWith(sha512Head) &&
      stated.endsWith(sha512Tail);
    return isUsual
      ? this.#add(stated.slice(sha512Head.length, -sha512Tail.length))
      : integrityHashes(asText(stated, 1024));
  }

  /** Returns such a list for a SHA-512 in base64 without its name. */
  listForSha512(stated: string): ComponentHash[] {
    return stated.length === sha512Length - sha512Head.length && stated.endsWith(sha512Tail)
      ? this.#add(stated.slice(0, -sha512Tail.length))
      : integrityHashes(asText(`${sha512Head}${stated}`, 1024));
  }

  convert(): void {
    const [bodies, hashes] = [this.#bodies, this.#hashes];
    [this.#bodies, this.#hashes] = [[], []];
    for (let from = 0; from < bodies.length; from += hashesAtOnce) {
      const part = bodies.slice(from, from + hashesAtOnce);
      const length = converted.write(`${part.join(filler)}${filler}`, 'base64');
      // Invalid characters are skipped when base64 is decoded, which would shift everything after them.
      const isWhole = length === part.length * fillerBytes;
      const text = isWhole ? converted.toString('hex', 0, length) : '';
      for (let at = 0; at < part.length; at += 1) {
        const list = hashes[from + at]!;
        if (isWhole) list[0]!.content = text.slice(at * digits, at * digits + hashDigits);
        else list.splice(0, 1, ...integrityHashes(asText(`${sha512Head}${part[at]}${sha512Tail}`, 1024)));
      }
    }
  }

  #add(body: string): ComponentHash[] {
    const list: ComponentHash[] = [{ alg: 'SHA-512', content: '' }];
    this.#bodies.push(body);
    this.#hashes.push(list);
    return list;
  }
}

const has = (hashes: readonly ComponentHash[], content: string): boolean => {
  for (const each of hashes) if (each.content === content) return true;
  return false;
};

/** Adds a hash of a file of a release unless the list has it, or is full. */
export const addFileHash = (hashes: ComponentHash[], hash: ComponentHash): void => {
  if (hashes.length < maxHashes && !has(hashes, hash.content)) hashes.push(hash);
};

/** Sorts the hashes of a release. */
export const sortFileHashes = (hashes: ComponentHash[]): ComponentHash[] => {
  if (hashes.length < 2) return hashes;
  // Most releases have a wheel and an archive.
  if (hashes.length === 2) return hashes[0]!.content < hashes[1]!.content ? hashes : hashes.toReversed();
  return hashes.sort((a, b) => (a.content < b.content ? -1 : 1));
};

/** Returns the hash that a text has at a position and that ends it or is followed by a mark. */
export const sha256At = (text: string, from: number, end: string): ComponentHash | undefined => {
  const to = from + 64;
  if (endOfClass(text, hex, from) !== to || !(text.length === to || text.startsWith(end, to)))
    return undefined;
  return { alg: 'SHA-256', content: text.slice(from, to) };
};

const usualMark = 'sha256:';

/** Reads `sha256:<hex>` in lower case, as nearly all tools write it; undefined for any other text. */
const usualHash = (text: string): ComponentHash | undefined =>
  text.length === usualMark.length + 64 && text.startsWith(usualMark)
    ? sha256At(text, usualMark.length, '')
    : undefined;

const namedHash = (text: string): ComponentHash | undefined => {
  const colon = text.indexOf(':');
  return colon > 0 ? hexHash(text.slice(0, colon), text.slice(colon + 1)) : undefined;
};

/** Parses `sha256:<hex>` texts, one for each file of a release, without duplicates. */
export const fileHashes = (stated: Iterable<string>): ComponentHash[] => {
  const found: ComponentHash[] = [];
  for (const text of stated) {
    const hash = usualHash(text) ?? namedHash(text);
    if (hash) addFileHash(found, hash);
    if (found.length >= maxHashes) break;
  }
  return sortFileHashes(found);
};

/** Reads such texts from a list in JSON. */
export const fileHashesAt = (cursor: JsonCursor): ComponentHash[] => {
  const found: ComponentHash[] = [];
  if (!cursor.enterList()) return found;
  while (cursor.nextItem()) {
    const text = cursor.text();
    if (text === undefined || found.length >= maxHashes) continue;
    const hash = usualHash(text) ?? namedHash(asText(text, 2048) ?? '');
    if (hash) addFileHash(found, hash);
  }
  return sortFileHashes(found);
};

/** Returns the SHA-256 hashes of a release without duplicates. */
export const sha256Hashes = (stated: readonly string[]): ComponentHash[] => {
  const found: ComponentHash[] = [];
  for (const sum of stated) {
    const hash = hexHash('sha256', sum);
    if (hash) addFileHash(found, hash);
    if (found.length >= maxHashes) break;
  }
  return sortFileHashes(found);
};
