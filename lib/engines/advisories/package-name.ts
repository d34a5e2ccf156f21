import type { Ecosystem } from '../model/component.ts';

/** What runs of separators PEP 503 holds equal. */
const separators = /[-_.]+/g;

const lowerCase = (name: string): string => name.toLowerCase();

/** One repository has many addresses: any scheme, a user, a default port, SSH's `host:path`, `.git` or a slash at the end. */
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
  // SBOMs of Go builds write `std`, advisories `stdlib`.
  Go: (name) => (name === 'std' ? 'stdlib' : name),
  PyPI: (name) => name.toLowerCase().replace(separators, '-'),
  Packagist: lowerCase,
  NuGet: lowerCase,
  Hex: lowerCase,
  Pub: lowerCase,
  SwiftURL: swiftUrl,
};

/** The one spelling of a package's name, equal exactly where the ecosystem's registry holds two names equal. */
export const packageName = (ecosystem: Ecosystem, name: string): string =>
  spellings[ecosystem]?.(name) ?? name;
