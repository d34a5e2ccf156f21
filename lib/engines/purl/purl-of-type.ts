import { asciiClass, consistsOf } from '../text/ascii-class.ts';
import { formatPurl, packageUrlOf, type PackageUrlParts } from './package-url.ts';

/** The characters that no type changes and that need no encoding; most packages only have such parts. */
const plain = asciiClass(/[a-z\d._-]/);
const plainInVersion = asciiClass(/[A-Za-z\d._-]/);

/** The types of lockfiles that are read and whose packages need no more than a name. */
export type UndemandingType = 'bazel' | 'conan' | 'cpan' | 'generic' | 'luarocks' | 'vcpkg';

const undemanding: ReadonlySet<unknown> = new Set<UndemandingType>([
  'bazel',
  'conan',
  'cpan',
  'generic',
  'luarocks',
  'vcpkg',
]);

/** Returns the package URL of a name and a version that no type changes; undefined for all others. */
export const plainPurl = (type: UndemandingType, name: string, version: string): string | undefined =>
  consistsOf(name, plain) && consistsOf(version, plainInVersion)
    ? `pkg:${type}/${name}@${version}`
    : undefined;

const isPlain = ({ type, namespace, name, version, qualifiers, subpath }: PackageUrlParts): boolean =>
  !namespace &&
  !subpath &&
  undemanding.has(type) &&
  consistsOf(name ?? '', plain) &&
  (!version || consistsOf(version, plainInVersion)) &&
  (!qualifiers || Object.keys(qualifiers).length === 0);

/** Returns the package URL of a package in an ecosystem without advisories; undefined where it has none. */
export const purlOfType = (parts: PackageUrlParts): { purl?: string } => {
  const { type, name, version } = parts;
  if (isPlain(parts)) return { purl: `pkg:${type}/${name}${version ? `@${version}` : ''}` };
  const made = packageUrlOf(parts);
  return made ? { purl: formatPurl(made) } : {};
};
