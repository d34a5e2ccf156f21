import { posix } from 'node:path';
import { baseNameOf } from '@scangate/engines/units/paths';
import { projectDirectoryOf } from '@scangate/engines/units/recognize-file';
import { parsePackagesConfig } from '../dotnet/nuget-project.ts';
import { isComputed, type EvaluatedProject, type NugetReference } from '../dotnet/nuget-references.ts';
import { projectsBeside } from '../dotnet/projects-beside.ts';
import { tryParse } from '../parse/parse-document.ts';
import { pinnedNugetVersion } from '../pinned-version.ts';
import type { FixedVersion, ManifestInput, ManifestReader, ManifestRequests } from './manifest-reader.ts';

/** True for a reference that no condition takes away, and whose name no property has to complete. */
const isCertain = ({ name, isConditional }: NugetReference): boolean =>
  !isConditional && !/[$@%]\(|[*]/.test(name);

const usualLockfile = 'packages.lock.json';

/** Returns the lockfile that is of one project alone, if it is there. */
const ownLockfile = ({ path }: EvaluatedProject): string => {
  const { dir, name } = posix.parse(path);
  return posix.join(dir, `packages.${name.replaceAll(' ', '_')}.lock.json`);
};

/** Returns whether a lockfile of NuGet is that of a project. Other files are for all projects of their directory. */
const isLockfileOf = (project: EvaluatedProject, { path, readText }: ManifestInput): boolean => {
  const own = ownLockfile(project);
  if (path === own || !path.endsWith('.lock.json')) return true;
  return baseNameOf(path) === usualLockfile && readText(own) === undefined;
};

const projectsOf = (input: ManifestInput): { projects: EvaluatedProject[]; unreadable: string[] } => {
  const { projects, unreadable } = projectsBeside(projectDirectoryOf(input.path), input);
  return { projects: projects.filter((project) => isLockfileOf(project, input)), unreadable };
};

/** Returns the projects that take their versions from another lockfile than the one that is read. */
const projectsWithOther = (projects: readonly EvaluatedProject[], { path }: ManifestInput): string[] => {
  const others = projects.flatMap(({ path: project, lockfiles }) =>
    path.endsWith('.lock.json') && lockfiles.some((lockfile) => lockfile !== path) ? [project] : [],
  );
  return [...new Set(others)];
};

/** NuGet resolves a direct reference to the lowest version that it allows. */
const fixedVersions = (references: readonly NugetReference[]): FixedVersion[] =>
  references.flatMap(({ name, version, isChosen }) => {
    const fixed = pinnedNugetVersion(version);
    return fixed === undefined || isChosen ? [] : [{ name, version: fixed }];
  });

/** Returns references that only running the build would reveal. */
const computedIn = (references: readonly NugetReference[]): string[] =>
  references.flatMap(({ name, isChosen, isUnknown, isUnlikely, isConditional }) => {
    const isOpen = isConditional
      ? isComputed(name) && !isUnlikely
      : isChosen || isUnknown || isComputed(name);
    return isOpen ? [name] : [];
  });

/** Each target framework of each project needs its own version of a package. */
const requestsOf = (
  projects: readonly EvaluatedProject[],
  isCounted: (reference: NugetReference) => boolean = () => true,
): ManifestRequests => {
  const references = projects.flatMap((project) => project.references.filter(isCounted));
  const certain = references.filter(isCertain);
  const likely = references.filter(
    ({ name, isConditional, isUnlikely }) => isConditional && !isUnlikely && !isComputed(name),
  );
  return {
    names: certain.map(({ name }) => name),
    fixed: fixedVersions(certain),
    computed: new Set([...computedIn(references), ...projects.flatMap(({ unread }) => unread)]),
    likely: likely.map(({ name, version }) => ({ name, version: pinnedNugetVersion(version) })),
  };
};

/** Reads the package references of the projects in the directory. */
export const nugetRequests: ManifestReader = (input) => {
  const { projects, unreadable } = projectsOf(input);
  return { ...requestsOf(projects), lockedElsewhere: projectsWithOther(projects, input), unreadable };
};

/** Reads the package references that a program is published with: private ones are for the build alone. */
export const nugetRuntimeRequests: ManifestReader = (input) => {
  const { projects, unreadable } = projectsOf(input);
  return { ...requestsOf(projects, ({ isPrivate }) => !isPrivate), unreadable };
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
