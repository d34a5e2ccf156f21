import type { Inventory } from '../model/component.ts';
import type { SbomPackage } from './occurrences.ts';

interface Composition {
  aggregate: 'complete' | 'incomplete' | 'unknown';
  assemblies?: string[];
  dependencies?: string[];
}

/** Files without any edge state no relationships, unless they have only one package. */
const withoutGraph = (packages: readonly SbomPackage[]): string[] => {
  const byFile = Map.groupBy(packages, ({ component }) => component.file);
  return [...byFile.values()].flatMap((all) =>
    all.length > 1 && all.every(({ component }) => component.dependsOn.length === 0)
      ? all.map(({ component }) => component.ref)
      : [],
  );
};

/**
 * States how complete the document is: incomplete with any gap, and unknown where a file lists packages without
 * their relationships. It never claims more than what was read.
 */
export const compositionsOf = (
  { unread, notes, read }: Inventory,
  packages: readonly SbomPackage[],
  subject: string,
): Composition[] => {
  const hasGaps = unread.length + notes.length > 0;
  const whole = hasGaps ? 'incomplete' : 'complete';
  const unversioned = packages.flatMap(({ component }) =>
    component.version === undefined && !component.local ? [component.ref] : [],
  );
  const unrelated = withoutGraph(packages);
  return [
    {
      aggregate: read.length === 0 && !hasGaps ? 'unknown' : whole,
      assemblies: [subject],
      dependencies: [subject],
    },
    ...(unversioned.length > 0 ? [{ aggregate: 'incomplete' as const, assemblies: unversioned }] : []),
    ...(unrelated.length > 0 ? [{ aggregate: 'unknown' as const, dependencies: unrelated }] : []),
  ];
};
