import type { TrialQuestion } from '../model/gate/rule-trial.ts';
import type { Severity } from '../model/severity.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { fromRoot } from '../suppression/suppress.ts';
import { discoverUnits } from '../units/discover-units.ts';
import { filesByUnit } from '../units/files-by-unit.ts';
import { loadCustomEngine } from './load-custom-engine.ts';

/** A finding of a rule under trial. */
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
  /** The parts that could not be examined. */
  gaps: { reason: string; count?: number }[];
}

interface UnitToTry {
  path: string;
  files: SourceFiles;
}

/** Limits the files of a commit to those of the units, divided as in a scan. */
const unitsToTry = (files: SourceFiles, unitPaths: readonly string[]): UnitToTry[] => {
  const sizes = new Map(files.entries.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const units = discoverUnits(sizes.keys(), '');
  const filesOf = filesByUnit<{ path: string }>(sizes.keys(), [], units);
  return units
    .filter(({ path }) => unitPaths.includes(path))
    .map(({ path }) => {
      const { paths, relative } = filesOf({ path });
      const rootPaths = new Map(paths.map((one) => [relative(one), one]));
      const entries = [...rootPaths].map(([name, one]) => ({ path: name, sizeBytes: sizes.get(one) ?? 0 }));
      return { path, files: { entries, read: (name) => files.read(rootPaths.get(name) ?? name) } };
    });
};

/**
 * Runs only the organization's rules on the units of a scan, one by one and within the same limits, and stores
 * nothing.
 */
export const tryRules = async (
  files: SourceFiles,
  { rules, lineKey, unitPaths, scanTypes }: TrialQuestion,
): Promise<TriedRules> => {
  const tried: TriedRules = { findings: [], gaps: [] };
  const units = unitsToTry(files, unitPaths);
  for (const type of (['secrets', 'sast'] as const).filter((one) => scanTypes.includes(one))) {
    const engine = await loadCustomEngine(type, rules, files);
    if (!engine) continue;
    for (const unit of units) {
      const { findings, gaps } = engine.run({ files: unit.files, lineKey, steps: 0 });
      for (const { rule, severity, file, line, sample } of findings) {
        const path = fromRoot(unit.path, file);
        tried.findings.push({ rule, severity, file: path, line, ...(sample && { sample }) });
      }
      tried.gaps.push(...gaps.gaps().map(({ reason, count }) => ({ reason, ...(count && { count }) })));
    }
  }
  return tried;
};
