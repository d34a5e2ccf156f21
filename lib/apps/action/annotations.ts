import { oneLine } from '@scangate/domain/reports/safe-text';
import { listAt, textAt, valueAt } from '@scangate/cli/json-value';
import type { Annotation, AnnotationLevel } from './runner.ts';

/** The runner shows ten of each level in a step. */
const mostOfLevel = 10;
const maxTitle = 200;
const maxMessage = 1_000;

const levels: ReadonlyMap<string, AnnotationLevel> = new Map([
  ['error', 'error'],
  ['warning', 'warning'],
  ['note', 'notice'],
]);

interface Candidate {
  annotation: Annotation;
  fingerprint: string;
}

const numberAt = (json: unknown, path: string): number | undefined => {
  const value = valueAt(json, path);
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
};

const titlesOf = (run: unknown): ReadonlyMap<string, string> =>
  new Map(
    listAt(run, 'tool.driver.rules').map((rule) => [
      textAt(rule, 'id'),
      textAt(rule, 'shortDescription.text') || textAt(rule, 'id'),
    ]),
  );

/** A result that is suppressed or not in a file cannot be shown in a review. */
const candidateOf =
  (titles: ReadonlyMap<string, string>) =>
  (result: unknown): Candidate[] => {
    const level = levels.get(textAt(result, 'level'));
    const place = valueAt(result, 'locations.0.physicalLocation');
    const file = textAt(place, 'artifactLocation.uri');
    if (level === undefined || file === '' || listAt(result, 'suppressions').length > 0) return [];
    const line = numberAt(place, 'region.startLine') ?? 1;
    const endLine = numberAt(place, 'region.endLine');
    const ruleId = textAt(result, 'ruleId');
    const annotation: Annotation = {
      level,
      title: oneLine(titles.get(ruleId) ?? ruleId, maxTitle),
      message: oneLine(textAt(result, 'message.text'), maxMessage),
      file: decodeURIComponent(file),
      line,
      ...(endLine !== undefined && endLine > line && { endLine }),
    };
    return [{ annotation, fingerprint: textAt(result, 'partialFingerprints.scangateFingerprint/v1') }];
  };

/**
 * Chooses what is shown at its line: ten of each level, introduced findings first, then in the order of the report,
 * which begins with the worst.
 */
export const chooseAnnotations = (sarif: string, introduced: ReadonlySet<string>): Annotation[] => {
  const run = valueAt(JSON.parse(sarif), 'runs.0');
  const found = listAt(run, 'results').flatMap(candidateOf(titlesOf(run)));
  const isIntroduced = ({ fingerprint }: Candidate): boolean => introduced.has(fingerprint);
  const ordered = [...found.filter(isIntroduced), ...found.filter((one) => !isIntroduced(one))];
  return [...levels.values()].flatMap((level) =>
    ordered
      .map(({ annotation }) => annotation)
      .filter((annotation) => annotation.level === level)
      .slice(0, mostOfLevel),
  );
};
