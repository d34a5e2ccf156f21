import { versionOf } from './engine-version.ts';
import type { ScanType } from './model/scan-type.ts';
import { assessmentFormat } from './stored-assessment.ts';

/**
 * Returns the versions of everything that an assessment of these types follows from. Nothing that parses files is loaded
 * for it.
 */
export const assessmentVersions = async (
  scanTypes: readonly ScanType[],
): Promise<Record<string, string>> => ({
  release: versionOf(),
  format: String(assessmentFormat),
  ...(scanTypes.includes('secrets') && {
    secrets: (await import('./secrets/rule-table.ts')).secretsVersion,
  }),
  ...(scanTypes.includes('sast') && { sast: (await import('./sast/rule-ids.ts')).sastVersion }),
});
