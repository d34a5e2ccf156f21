import { fingerprint } from '../finding-fingerprint.ts';
import type { CodeDetection } from '../model/assessed-unit.ts';
import type { CodeFinding } from '../model/finding.ts';
import { isTestOrExample } from '../source-files/file-class.ts';
import type { Rule } from './rule.ts';
import { withoutCallbacks, withoutNames } from './variable-names.ts';
import type { Place } from './syntax.ts';
import type { Step, Taint } from './taint/value.ts';

/** A match of a rule in code or in a template. */
interface Match {
  rule: Pick<Rule, 'id' | 'cwe' | 'severity' | 'confidence' | 'title' | 'message' | 'help' | 'supersededBy'>;
  at: { text: string; place: Omit<Place, 'end'> };
  taint?: Taint;
}

const maxSnippetLength = 300;
const maxFlowSteps = 30;

/** Removes layout and callbacks, so that reformatted code keeps its fingerprint. */
const normalized = (text: string): string =>
  withoutCallbacks(
    text
      .replaceAll(/\s{1,200}/g, ' ')
      .replaceAll(/ ?([^\w\s'"`]) ?/g, '$1')
      .slice(0, maxSnippetLength),
  );

/** Formatters change the quotes of strings. */
const alikeQuotes = (code: string): string => code.replaceAll("'", '"');

const flowOf = (taint: Taint): NonNullable<CodeFinding['flow']> => {
  const steps: Step[] = [];
  for (let step = taint.lastStep; step; step = step.before) steps.push(step);
  const flow = steps
    .toReversed()
    .map(({ at, message }) => ({ line: at.place.line, column: at.place.column, message }));
  const { at, description, from } = taint.origin;
  const { line, column } = at.place;
  return [...(from ? [from] : []), { line, column, message: description }, ...flow].slice(0, maxFlowSteps);
};

/**
 * Turns the hits in one file into findings, sorted by position. The fingerprint covers rule, path, the matched code
 * without the names of its variables and its ordinal among equal code, so that it survives edits elsewhere.
 */
export const findingsOfHits = (path: string, hits: readonly Match[]): CodeDetection[] => {
  const ordinals = new Map<string, number>();
  const isSample = isTestOrExample(path);
  const reported = new Set(hits.map(({ rule, at }) => `${rule.id}:${at.place.start}`));
  return hits
    .map((hit) => ({ hit, place: hit.at.place }))
    .filter(({ hit, place }) => !hit.rule.supersededBy?.some((id) => reported.has(`${id}:${place.start}`)))
    .sort((a, b) => a.place.start - b.place.start || (a.hit.rule.id < b.hit.rule.id ? -1 : 1))
    .map(({ hit: { rule, at, taint }, place }): CodeDetection => {
      const code = normalized(at.text);
      const identity = JSON.stringify([rule.id, path, alikeQuotes(withoutNames(code))]);
      const ordinal = ordinals.get(identity) ?? 0;
      ordinals.set(identity, ordinal + 1);
      return {
        kind: 'code',
        fingerprint: fingerprint(`${ordinal}:${identity}`),
        severity: rule.severity,
        title: rule.title,
        rule: rule.id,
        cwe: rule.cwe,
        ...(rule.confidence && { confidence: rule.confidence }),
        message: rule.message,
        ...(rule.help !== '' && { help: rule.help }),
        file: path,
        line: place.line,
        column: place.column,
        ...(place.endLine !== undefined && { endLine: place.endLine }),
        ...(place.endColumn !== undefined && { endColumn: place.endColumn }),
        ...(taint && {
          flow: [...flowOf(taint), { line: place.line, column: place.column, message: rule.title }],
        }),
        contextHash: fingerprint(JSON.stringify([rule.id, alikeQuotes(code)])),
        ...(isSample && { sample: true }),
      };
    });
};
