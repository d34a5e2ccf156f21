import { emptyRoots, type LockfileReader } from '../lockfile-reader.ts';
import { asText, entriesOf, member, textsOf } from '../parse/untrusted-value.ts';
import { noteUnmetRanges, packagesByName, type RequestedRange } from '../unmet-ranges.ts';
import { readNugetTargets } from './nuget-targets.ts';

interface Asked extends RequestedRange {
  isPrivate: boolean;
}

/** Returns the requests of each framework of the project, by lower-case name; a private one is for development only. */
const requestedBy = (project: unknown): Asked[] =>
  entriesOf(member(project, 'frameworks')).flatMap(([, framework]) =>
    entriesOf(member(framework, 'dependencies')).map(([name, dependency]) => ({
      name: name.toLowerCase(),
      range: asText(member(dependency, 'version')) ?? '',
      isPrivate: member(dependency, 'suppressParent') === 'All',
    })),
  );

/**
 * Reads obj/project.assets.json, which NuGet's restore writes: all frameworks and runtimes, with the graph and the
 * project's own dependencies. A package that several frameworks resolve to one version is one component.
 */
export const readProjectAssets: LockfileReader = ({ text, notes }) => {
  let [project, groups]: unknown[] = [];
  const { packages, keys } = readNugetTargets(text, notes, (cursor, key) => {
    if (key === 'project') project = cursor.value();
    else if (key === 'projectFileDependencyGroups') groups = cursor.value();
    else cursor.skip();
  });
  const asked = requestedBy(project);
  const privately = new Set(asked.filter(({ isPrivate }) => isPrivate).map(({ name }) => name));
  const stated = entriesOf(groups).flatMap(([, group]) =>
    textsOf(group).map((line) => (line.split(' ', 1)[0] ?? '').toLowerCase()),
  );
  const roots = emptyRoots();
  for (const name of new Set([...stated, ...asked.map((each) => each.name)])) {
    const resolved = keys.get(name);
    notes.addRequest(name, resolved !== undefined);
    for (const key of resolved ?? []) roots[privately.has(name) ? 'dev' : 'required'].push(key);
  }
  const ranges = asked.filter(({ range }) => range !== '');
  if (ranges.length > 0)
    noteUnmetRanges(
      ranges,
      packagesByName(packages.values(), ({ name }) => name.toLowerCase()),
      notes,
    );
  return { packages: [...packages.values()], roots };
};
