import type { LockfileRow } from '../formats/rows.ts';

/** The reports that build tools print on request, which can take the place of a lockfile. */
export const treeReports = [
  {
    file: 'dependency-tree.txt',
    type: 'maven',
    rank: 0,
    format: 'maven-tree',
    about: 'output of mvn dependency:tree, with or without the log',
  },
  {
    file: 'dependency-tree.json',
    type: 'maven',
    rank: 0,
    format: 'maven-tree',
    about: 'output of mvn dependency:tree -DoutputType=json',
  },
  {
    file: /^(?:maven|mvn)-(?:dependency-)?tree\.(?:txt|json)$/,
    label: 'maven-dependency-tree.*, mvn-dependency-tree.*, maven-tree.*, mvn-tree.*',
    type: 'maven',
    rank: 0,
    format: 'maven-tree',
    about: 'as dependency-tree.txt and dependency-tree.json',
  },
  {
    file: 'gradle-dependencies.txt',
    type: 'gradle',
    rank: 1,
    format: 'gradle-dependencies',
    about: 'output of gradle dependencies',
  },
] as const satisfies readonly LockfileRow[];
