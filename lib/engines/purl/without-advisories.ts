import { parsePurl } from './package-url.ts';

/**
 * The registries whose packages no advisory database lists, by package URL type. Their components are listed, and never
 * count as assessed for vulnerabilities.
 */
const registries: ReadonlyMap<string, string> = new Map([
  ['bazel', 'Bazel modules'],
  ['cocoapods', 'CocoaPods'],
  ['conan', 'Conan'],
  ['conda', 'conda'],
  ['cpan', 'CPAN'],
  ['docker', 'container images by their name'],
  ['generic', 'packages of no registry'],
  ['jsr', 'JSR'],
  ['luarocks', 'LuaRocks'],
  ['terraform', 'Terraform providers'],
  ['vcpkg', 'vcpkg'],
]);

/** Returns the name of a package's registry if no advisories exist for it, else undefined. */
export const registryWithoutAdvisories = (purl: string | undefined): string | undefined => {
  const type = purl === undefined ? undefined : parsePurl(purl)?.type;
  return type === undefined ? undefined : registries.get(type);
};
