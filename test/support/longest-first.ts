import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders with the files that take longest. */
const longest = /\/test\/(?:simulation|infra|git)\//;

/** Begins the files of each project with the longest, so that no worker is left with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    return [...byProject.values()].flatMap((ofProject) => [
      ...ofProject.filter(({ moduleId }) => longest.test(moduleId)),
      ...ofProject.filter(({ moduleId }) => !longest.test(moduleId)),
    ]);
  }
}
