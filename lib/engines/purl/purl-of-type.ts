import { formatPurl, packageUrlOf, type PackageUrlParts } from './package-url.ts';

/** Returns the package URL of a package that belongs to no ecosystem with advisories; nothing where it has none. */
export const purlOfType = (parts: PackageUrlParts): { purl?: string } => {
  const made = packageUrlOf(parts);
  return made ? { purl: formatPurl(made) } : {};
};
