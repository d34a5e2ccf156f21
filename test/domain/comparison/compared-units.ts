import type { ComparedFinding } from '@scangate/domain/comparison/compared-finding';
import type { ComparedUnit } from '@scangate/domain/comparison/pair-units';

const levels = { critical: 4, high: 3, medium: 2, low: 1, unknown: 3 };

/** A finding in code that counts. */
export const found = (content: string, given: Partial<ComparedFinding> = {}): ComparedFinding => {
  const severity = given.severity ?? 'high';
  return {
    dimension: 'code',
    severity,
    counts: true,
    level: levels[severity],
    production: true,
    fingerprint: `${given.file ?? 'a.js'} ${content}`,
    file: 'a.js',
    content,
    ...given,
  };
};

/** A vulnerability in a dependency that counts. */
export const vulnerable = (
  name: string,
  ids: readonly string[],
  given: Partial<ComparedFinding> = {},
): ComparedFinding =>
  found(`npm ${name}`, { dimension: 'dependencies', file: 'package-lock.json', ids, ...given });

export const unit = (
  path: string,
  findings: readonly ComparedFinding[],
  given: Partial<ComparedUnit> = {},
): ComparedUnit => ({ path, type: 'npm', findings, ...given });
