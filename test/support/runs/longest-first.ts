import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestFirst } from './long-files.ts';

/** The projects in their order. Those of many short files come last, so that no worker is left with a long one at the end. */
const projects = ['shared', 'spawning', 'isolated', 'endpoints', 'console'];

/** Files that take long on each day. */
const longEachDay = ['test/browser/', 'test/functions/api/index.fuzz.test.ts'];

const rankOf = ({ moduleId }: TestSpecification): number => {
  if (longEachDay.some((path) => moduleId.includes(path))) return -1;
  const rank = longestFirst.findIndex(({ path }) => moduleId.endsWith(path));
  return rank < 0 ? longestFirst.length : rank;
};

/** Runs the files project by project, each from its longest file on. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b) || rankOf(a) - rankOf(b));
  }
}
