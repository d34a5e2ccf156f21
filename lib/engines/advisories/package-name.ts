import { asciiClass } from '../text/ascii-class.ts';
import type { Ecosystem } from '../model/component.ts';

/** Separators that PEP 503 treats as equal. */
const separators = /[-_.]+/g;
const normalized = asciiClass(/[a-z\d-]/);

const dash = 0x2d;

/** Returns whether a name is one that PEP 503 leaves as it is, as nearly all are. A loop takes a fraction of an expression's time. */
const isPythonName = (name: string): boolean => {
  let last = 0;
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at);
    if (normalized[code] !== 1 || (code === dash && last === dash)) return false;
    last = code;
  }
  return true;
};

const pythonName = (name: string): string =>
  isPythonName(name) ? name : name.toLowerCase().replace(separators, '-');

const lowerCase = (name: string): string => name.toLowerCase();

/**
 * Normalizes a repository address: any scheme, user, default port, SSH's `host:path`, and `.git` or a slash at
 * the end.
 */
const swiftUrl = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^[a-z][a-z+]{0,20}:\/\//, '')
    .replace(/^[^/@]{1,200}@/, '')
    .replace(/^([^/:]{1,200}):(?:22|80|443)\//, '$1/')
    .replace(/^([^/:]{1,200}):(?=[^/])/, '$1/')
    .replace(/^www\./, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '');

const spellings: Partial<Record<Ecosystem, (name: string) => string>> = {
  // SBOMs of Go builds write `std`; advisories write `stdlib`.
  Go: (name) => (name === 'std' ? 'stdlib' : name),
  PyPI: pythonName,
  Packagist: lowerCase,
  NuGet: lowerCase,
  Hex: lowerCase,
  Pub: lowerCase,
  SwiftURL: swiftUrl,
  'GitHub Actions': lowerCase,
};

/**
 * Normalizes a package name: two names get the same spelling exactly if the registry treats them as equal.
 */
export const packageName = (ecosystem: Ecosystem, name: string): string =>
  spellings[ecosystem]?.(name) ?? name;
