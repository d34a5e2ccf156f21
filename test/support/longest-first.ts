import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects in their order. Those of many short files come last, so that no worker is left with a long one at the end. */
const projects = ['shared', 'spawning', 'isolated', 'endpoints', 'console'];

/** The files that take longest, the longest first. */
const longest = [
  /\/test\/browser\/console\.test/,
  /\/test\/infra\/app\.cdk-synth/,
  /\/test\/browser\//,
  /\/test\/e2e\/(?:demo|start-and-stop|scan-path|payments)\./,
  /\/test\/bench\//,
  /\/test\/(?:simulation|infra|git|e2e)\//,
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((pattern) => pattern.test(moduleId));
  return rank < 0 ? longest.length : rank;
};

/** Runs the files project by project, each from its longest file on. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b) || rankOf(a) - rankOf(b));
  }
}
