import { formatPurl, packageUrlOf, type PackageUrlParts } from './package-url.ts';

/** Matches what no type changes and nothing encodes; most packages have such parts alone. */
const plain = /^[a-z\d._-]+$/;
const plainVersion = /^[A-Za-z\d._-]+$/;

/** The types of the lockfiles that are read, none of which asks for more than a name. */
const undemanding: ReadonlySet<unknown> = new Set(['bazel', 'conan', 'cpan', 'luarocks', 'vcpkg']);

const isPlain = ({ type, namespace, name, version, qualifiers, subpath }: PackageUrlParts): boolean =>
  !namespace &&
  !subpath &&
  Object.keys(qualifiers ?? {}).length === 0 &&
  undemanding.has(type) &&
  plain.test(name ?? '') &&
  (!version || plainVersion.test(version));

/** Returns the package URL of a package that belongs to no ecosystem with advisories; nothing where it has none. */
export const purlOfType = (parts: PackageUrlParts): { purl?: string } => {
  const { type, name, version } = parts;
  if (isPlain(parts)) return { purl: `pkg:${type}/${name}${version ? `@${version}` : ''}` };
  const made = packageUrlOf(parts);
  return made ? { purl: formatPurl(made) } : {};
};
