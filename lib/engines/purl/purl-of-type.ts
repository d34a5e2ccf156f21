import { formatPurl, packageUrlOf, type PackageUrlParts } from './package-url.ts';

/** Matches text that no type changes and that needs no encoding; most packages only have such parts. */
const plain = /^[a-z\d._-]+$/;
const plainVersion = /^[A-Za-z\d._-]+$/;

/** The types of lockfiles that are read and whose packages need no more than a name. */
const undemanding: ReadonlySet<unknown> = new Set(['bazel', 'conan', 'cpan', 'luarocks', 'vcpkg']);

const isPlain = ({ type, namespace, name, version, qualifiers, subpath }: PackageUrlParts): boolean =>
  !namespace &&
  !subpath &&
  Object.keys(qualifiers ?? {}).length === 0 &&
  undemanding.has(type) &&
  plain.test(name ?? '') &&
  (!version || plainVersion.test(version));

/** Returns the package URL of a package in an ecosystem without advisories; undefined where it has none. */
export const purlOfType = (parts: PackageUrlParts): { purl?: string } => {
  const { type, name, version } = parts;
  if (isPlain(parts)) return { purl: `pkg:${type}/${name}${version ? `@${version}` : ''}` };
  const made = packageUrlOf(parts);
  return made ? { purl: formatPurl(made) } : {};
};
