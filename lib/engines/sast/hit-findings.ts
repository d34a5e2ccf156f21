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

/** Translates a place in code that is part of a page to the page. */
export type PlaceIn = (place: Omit<Place, 'end'>) => Omit<Place, 'end'>;

const samePlace: PlaceIn = (place) => place;

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

const flowOf = (taint: Taint, placeIn: PlaceIn): NonNullable<CodeFinding['flow']> => {
  const steps: Step[] = [];
  for (let step = taint.lastStep; step; step = step.before) steps.push(step);
  const stepAt = (at: Match['at'], message: string) => {
    const { line, column } = placeIn(at.place);
    return { line, column, message };
  };
  const flow = steps.toReversed().map(({ at, message }) => stepAt(at, message));
  const { at, description, from } = taint.origin;
  return [...(from ? [from] : []), stepAt(at, description), ...flow].slice(0, maxFlowSteps);
};

/** A finding of a file that has no fingerprint yet, because further findings of the file may be added. */
export interface PlacedFinding {
  finding: Omit<CodeDetection, 'kind' | 'fingerprint'>;
  severity: CodeDetection['severity'];
  /** The offset in the file. */
  start: number;
  /** Rule, path and the matched code without the names of its variables; equal code in one file has the same. */
  identity: string;
  supersededBy: readonly string[];
}

const placed = (path: string, { rule, at, taint }: Match, placeIn: PlaceIn): PlacedFinding => {
  const place = placeIn(at.place);
  const code = normalized(at.text);
  return {
    severity: rule.severity,
    start: place.start,
    identity: JSON.stringify([rule.id, path, alikeQuotes(withoutNames(code))]),
    supersededBy: rule.supersededBy ?? [],
    finding: {
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
        flow: [...flowOf(taint, placeIn), { line: place.line, column: place.column, message: rule.title }],
      }),
      contextHash: fingerprint(JSON.stringify([rule.id, alikeQuotes(code)])),
      ...(isTestOrExample(path) && { sample: true }),
    },
  };
};

const inOrder = (findings: readonly PlacedFinding[]): PlacedFinding[] => {
  const reported = new Set(findings.map(({ finding: { rule }, start }) => `${rule}:${start}`));
  return findings
    .filter(({ supersededBy, start }) => !supersededBy.some((id) => reported.has(`${id}:${start}`)))
    .sort((a, b) => a.start - b.start || (a.finding.rule < b.finding.rule ? -1 : 1));
};

/** Turns the hits in one file into findings, sorted by position, without those that others supersede. */
export const placedFindings = (
  path: string,
  hits: readonly Match[],
  placeIn: PlaceIn = samePlace,
): PlacedFinding[] => inOrder(hits.map((hit) => placed(path, hit, placeIn)));

/** Returns the findings of two runs over one file; those of the later run know more of where a value comes from. */
export const unionOf = (
  earlier: readonly PlacedFinding[],
  later: readonly PlacedFinding[],
): PlacedFinding[] => {
  const placeOf = ({ finding: { rule, line, column }, start }: PlacedFinding): string =>
    `${rule}:${start}:${line}:${column}`;
  const known = new Set(later.map(placeOf));
  return inOrder([...later, ...earlier.filter((one) => !known.has(placeOf(one)))]);
};

/**
 * Gives the findings of one file their fingerprints. A fingerprint covers rule, path, the matched code without the names of its
 * variables and its ordinal among equal code, so that it survives edits elsewhere.
 */
export const withFingerprints = (findings: readonly PlacedFinding[]): CodeDetection[] => {
  const ordinals = new Map<string, number>();
  return findings.map(({ finding, identity }) => {
    const ordinal = ordinals.get(identity) ?? 0;
    ordinals.set(identity, ordinal + 1);
    return { kind: 'code', fingerprint: fingerprint(`${ordinal}:${identity}`), ...finding };
  });
};

/** Turns the hits in one file into findings, sorted by position. */
export const findingsOfHits = (path: string, hits: readonly Match[], placeIn?: PlaceIn): CodeDetection[] =>
  withFingerprints(placedFindings(path, hits, placeIn));
