import type { OwnRule } from '../model/gate/own-rules.ts';
import type { Severity } from '../model/severity.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { loadOwnEngine } from './load-own-engine.ts';

/** A finding of a rule that is tried. */
export interface TriedFinding {
  rule: string;
  /** Low in a test, fixture, example or documentation, where the policy may lower it. */
  severity: Severity;
  file: string;
  line: number;
  sample?: true;
}

/** The findings of rules in the files of a commit. */
export interface TriedRules {
  findings: TriedFinding[];
  /** The parts that could not be looked at. */
  gaps: { reason: string; count?: number }[];
}

/** Runs the rules of an organization alone on files, and stores nothing. */
export const tryRules = async (
  files: SourceFiles,
  { rules, lineKey }: { rules: readonly OwnRule[]; lineKey: string },
): Promise<TriedRules> => {
  const tried: TriedRules = { findings: [], gaps: [] };
  let steps = 0;
  for (const type of ['secrets', 'sast'] as const) {
    const engine = await loadOwnEngine(type, rules, files);
    if (!engine) continue;
    const { findings, gaps, steps: taken } = engine.run({ files, lineKey, steps });
    if (type === 'sast') steps = taken;
    for (const { rule, severity, file, line, sample } of findings)
      tried.findings.push({ rule, severity, file, line, ...(sample && { sample }) });
    tried.gaps.push(...gaps.gaps().map(({ reason, count }) => ({ reason, ...(count && { count }) })));
  }
  return tried;
};
