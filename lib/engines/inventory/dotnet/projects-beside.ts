import { directoryOf } from '@scangate/engines/units/paths';
import type { LockfileInput } from '../lockfile-reader.ts';
import { tryParse } from '../parse/parse-document.ts';
import { evaluateFrameworks, type EvaluatedProject } from './nuget-references.ts';
import { parseNugetFile, type NugetFile } from './nuget-project.ts';

/** The projects of a directory, and the files of them that cannot be read. */
interface ProjectsBeside {
  projects: EvaluatedProject[];
  unreadable: string[];
}

/** Evaluates the projects in the directory of a lockfile for each target framework. */
export const projectsBeside = (
  directory: string,
  { readText, findNearby }: Pick<LockfileInput, 'readText' | 'findNearby'>,
): ProjectsBeside => {
  const unreadable = new Set<string>();
  const read = (file: string): NugetFile | undefined => {
    const text = readText(file);
    const parsed = tryParse(text, (known) => parseNugetFile(known, file));
    if (text !== undefined && !parsed) unreadable.add(file);
    return parsed;
  };
  const projects = ['*.csproj', '*.fsproj', '*.vbproj', '*.vcxproj', '*.sqlproj', '*.proj']
    .flatMap((name) => [...findNearby(name)])
    .filter((file) => directoryOf(file) === directory)
    .flatMap((file) => read(file) ?? [])
    .flatMap((project) => evaluateFrameworks(project, read));
  return { projects, unreadable: [...unreadable] };
};
