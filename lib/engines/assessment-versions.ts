import { versionOf } from './engine-version.ts';
import type { CustomRule } from './model/gate/custom-rules.ts';
import { readsSource, type ScanType } from './model/scan-type.ts';
import { withCustomRules } from './custom-rules/custom-versions.ts';
import { assessmentFormat } from './stored-assessment.ts';

const withOwn = (
  versions: Record<string, string>,
  scanTypes: readonly ScanType[],
  customRules: readonly CustomRule[],
): Record<string, string> => {
  if (customRules.length === 0) return versions;
  const own = scanTypes
    .filter(readsSource)
    .map((type) => [type, withCustomRules(versions[type] ?? '', type, customRules)]);
  return { ...versions, ...Object.fromEntries(own) };
};

/**
 * Returns the versions of everything that determines an assessment of these types. Nothing that parses files is
 * loaded for it.
 */
export const assessmentVersions = async (
  scanTypes: readonly ScanType[],
  customRules: readonly CustomRule[] = [],
): Promise<Record<string, string>> =>
  withOwn(
    {
      release: versionOf(),
      format: String(assessmentFormat),
      ...(scanTypes.includes('secrets') && {
        secrets: (await import('./secrets/rule-table.ts')).secretsVersion,
      }),
      ...(scanTypes.includes('sast') && { sast: (await import('./sast/rule-ids.ts')).sastVersion }),
    },
    scanTypes,
    customRules,
  );
