import type { CrossFileTaint } from '../cross-file-taint.ts';
import type { PlaceIn } from '../hit-findings.ts';
import type { Language } from '../rule.ts';
import type { OutgoingTaint } from '../taint/analysis-run.ts';
import type { FindCalleeFiles } from './callee-files.ts';
import { maxStepsPerUnit } from './unit-scan.ts';

/** The taint that a file passes on, at places in its code. */
interface Passed {
  language: Language;
  outgoing: readonly OutgoingTaint[];
  placeIn?: PlaceIn | undefined;
}

interface Passing {
  locate: FindCalleeFiles;
  crossFileTaint: CrossFileTaint;
  work: { steps: number };
}

/** Comparing paths takes less time than the steps of an analysis. */
const pathsPerStep = 10;

/**
 * Passes the taint that a file gives to functions of others to the files that may define them.
 * @returns the reason why it is not followed into all of them.
 */
export const passTaint = (
  { locate, crossFileTaint, work }: Passing,
  path: string,
  { language, outgoing, placeIn = (place) => place }: Passed,
): string | undefined => {
  let problem: string | undefined;
  for (const each of outgoing) {
    if (work.steps > maxStepsPerUnit)
      return 'step limit of the unit reached: values given to other files not followed';
    const { files, problem: left, compared } = locate(language, path, each.names);
    work.steps += Math.ceil(compared / pathsPerStep) + files.length * Math.max(1, each.args.length);
    if (left !== undefined) problem = left;
    const placed = { ...each, ...placeIn(each) };
    for (const file of files)
      if (!crossFileTaint.add(file, path, placed))
        problem = 'too many values are given to other files: followed in part';
  }
  return problem;
};
