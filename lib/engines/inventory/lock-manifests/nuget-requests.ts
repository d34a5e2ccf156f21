import { projectDirectoryOf } from '@scangate/engines/units/recognize-file';
import { parsePackagesConfig } from '../dotnet/nuget-project.ts';
import { projectsBeside, type EvaluatedProject } from '../dotnet/projects-beside.ts';
import { tryParse } from '../parse/parse-document.ts';
import { pinnedNugetVersion } from '../pinned-version.ts';
import type { FixedVersion, ManifestInput, ManifestReader } from './manifest-reader.ts';

type Reference = EvaluatedProject['references'][number];

/** True for a reference that no condition takes away, and whose name no property has to complete. */
const isCertain = ({ name, isConditional }: Reference): boolean =>
  !isConditional && !/[$@%]\(|[*]/.test(name);

const referencesOf = (input: ManifestInput): Reference[] =>
  projectsBeside(projectDirectoryOf(input.path), input)
    .flatMap(({ references }) => references)
    .filter(isCertain);

/** NuGet resolves a direct reference to the lowest version that it allows. */
const fixedVersions = (references: readonly Reference[]): FixedVersion[] => {
  const byName = Map.groupBy(references, ({ name }) => name.toLowerCase());
  // Target frameworks may differ, and which of them the lockfile is for is not known here.
  return [...byName.values()].flatMap(([first, ...more]) => {
    const version = pinnedNugetVersion(first?.version);
    const isOne = more.every((each) => each.version === first?.version);
    return first && version !== undefined && isOne ? [{ name: first.name, version }] : [];
  });
};

/** Reads the package references of the projects in the directory. */
export const nugetRequests: ManifestReader = (input) => {
  const references = referencesOf(input);
  return { names: references.map(({ name }) => name), fixed: fixedVersions(references) };
};

/** Reads the package references that a program is published with: private ones are for the build alone. */
export const nugetRuntimeRequests: ManifestReader = (input) => {
  const references = referencesOf(input).filter(({ isPrivate }) => !isPrivate);
  return { names: references.map(({ name }) => name), fixed: fixedVersions(references) };
};

/** Reads packages.config, which lists every package of a project with its version. */
export const packagesConfigRequests: ManifestReader = ({ path, readText }) => {
  const at = `${projectDirectoryOf(path)}packages.config`;
  const text = readText(at);
  const listed = tryParse(text, parsePackagesConfig);
  if (!listed) return { names: [], unreadable: text === undefined ? [] : [at] };
  return {
    names: listed.map(({ id }) => id),
    fixed: listed.flatMap(({ id, version }) => (version === undefined ? [] : [{ name: id, version }])),
  };
};
