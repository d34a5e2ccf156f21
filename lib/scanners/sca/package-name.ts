import type { Ecosystem } from '../../domain/scans/component.ts';

/** What runs of separators PEP 503 holds equal. */
const separators = /[-_.]+/g;

const lowerCase = (name: string): string => name.toLowerCase();

const swiftUrl = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\.git$/, '');

const spellings: Partial<Record<Ecosystem, (name: string) => string>> = {
  PyPI: (name) => name.toLowerCase().replace(separators, '-'),
  Packagist: lowerCase,
  NuGet: lowerCase,
  Hex: lowerCase,
  SwiftURL: swiftUrl,
};

/** The one spelling of a package's name, equal exactly where the ecosystem's registry holds two names equal. */
export const packageName = (ecosystem: Ecosystem, name: string): string =>
  spellings[ecosystem]?.(name) ?? name;
