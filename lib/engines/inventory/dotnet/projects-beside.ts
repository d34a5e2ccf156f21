import { directoryOf } from '@scangate/engines/units/paths';
import type { LockfileInput } from '../lockfile-reader.ts';
import { tryParse } from '../parse/parse-document.ts';
import { evaluateFrameworks, type EvaluatedProject } from './nuget-references.ts';
import { parseNugetFile, type NugetFile } from './nuget-project.ts';

/** Evaluates the projects in the directory of a lockfile for each target framework. One that cannot be read is left out. */
export const projectsBeside = (
  directory: string,
  { readText, findNearby }: Pick<LockfileInput, 'readText' | 'findNearby'>,
): EvaluatedProject[] => {
  // The lockfile has the packages, so a broken project file is no error.
  const read = (file: string): NugetFile | undefined =>
    tryParse(readText(file), (text) => parseNugetFile(text, file));
  return ['*.csproj', '*.fsproj', '*.vbproj', '*.vcxproj', '*.sqlproj', '*.proj']
    .flatMap((name) => [...findNearby(name)])
    .filter((file) => directoryOf(file) === directory)
    .flatMap((file) => read(file) ?? [])
    .flatMap((project) => evaluateFrameworks(project, read));
};
