import type { Severity } from '@scangate/engines/model/severity';
import type { Assessed, EndedScanOf } from '../support/tracking/tracked-world.ts';

/** The statement of a followed scan about one finding of one unit. */
export interface Observation {
  commit: number;
  at: string;
  seen: { severity: Severity; tolerated: boolean } | 'gone' | 'unknown';
}

/** A finding of the model, from the first to the last followed scan that says something about it. */
interface ModelFinding {
  state: 'open' | 'waived' | 'fixed';
  severity: Severity;
  firstCommit: number;
  fixedCommit?: number;
  unconfirmed: boolean;
}

/** The absolute numbers of one day. */
export interface ModelDay {
  open: Record<string, number>;
  waived: number;
  opened: number;
  fixed: number;
}

interface Step {
  after: ModelFinding;
  at: string;
  opened: boolean;
  fixed: boolean;
}

/** Says what a scan type did with a file, in the terms of the scan. */
const sayAbsent = (assessed: Assessed = 'assessed', file: string): Observation['seen'] => {
  if (assessed === 'unassessed') return 'unknown';
  return typeof assessed === 'object' && assessed.gap === file ? 'unknown' : 'gone';
};

/** Returns what a scan says about a finding; undefined when it did not search for it. */
export const observe = (
  scan: EndedScanOf & { commit: number; at: Date },
  {
    path,
    scanType,
    file,
    fingerprint,
  }: { path: string; scanType: 'sca' | 'secrets'; file: string; fingerprint: string },
): Observation | undefined => {
  const types = scan.scanTypes ?? ['sca', 'secrets'];
  const [base] = [{ commit: scan.commit, at: scan.at.toISOString() }];
  if (!types.includes(scanType)) return undefined;
  const unit = scan.units[path];
  if (!unit) return scan.isLimited ? undefined : { ...base, seen: 'gone' };
  const found = unit.findings.find((finding) => finding.fingerprint === fingerprint);
  if (!found) return { ...base, seen: sayAbsent(unit.assessed?.[scanType], file) };
  const tolerated = found.waived !== undefined || found.suppressed !== undefined;
  return { ...base, seen: { severity: found.severity, tolerated } };
};

const next = (before: ModelFinding | undefined, { commit, seen }: Observation): ModelFinding | undefined => {
  if (typeof seen === 'object')
    return {
      state: seen.tolerated ? 'waived' : 'open',
      severity: seen.severity,
      firstCommit: before?.firstCommit ?? commit,
      unconfirmed: false,
    };
  if (!before || before.state === 'fixed') return before;
  if (seen === 'unknown') return { ...before, unconfirmed: true };
  return { ...before, state: 'fixed', fixedCommit: commit, unconfirmed: false };
};

/** Returns the life of one finding, observation by observation. */
export const tell = (observations: readonly Observation[]): Step[] => {
  const steps: Step[] = [];
  let before: ModelFinding | undefined;
  for (const observation of observations) {
    const after = next(before, observation);
    if (!after) continue;
    const wasThere = before !== undefined && before.state !== 'fixed';
    const opened = after.state === 'open' && !wasThere;
    steps.push({ after, at: observation.at, opened, fixed: after.state === 'fixed' && wasThere });
    before = after;
  }
  return steps;
};

/** Counts the lives of all findings by day, from scratch: the state of each at the end of the day. */
export const countDay = (lives: readonly (readonly Step[])[], day: string): ModelDay => {
  const counted: ModelDay = {
    open: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, total: 0 },
    waived: 0,
    opened: 0,
    fixed: 0,
  };
  for (const steps of lives) {
    const last = steps.findLast(({ at }) => at.slice(0, 10) <= day)?.after;
    if (last?.state === 'waived') counted.waived++;
    if (last?.state === 'open') {
      counted.open[last.severity] = (counted.open[last.severity] ?? 0) + 1;
      counted.open['total'] = (counted.open['total'] ?? 0) + 1;
    }
    const today = steps.filter(({ at }) => at.startsWith(day));
    counted.opened += today.filter(({ opened }) => opened).length;
    counted.fixed += today.filter(({ fixed }) => fixed).length;
  }
  return counted;
};
