import type { LanguageModel, Rule, Source } from '../rule.ts';
import { expandBraces } from './name-table.ts';

/** Returns whether a file with these words can have a finding; most cannot and are never parsed. */
export type Prefilter = (words: ReadonlySet<string>, hasOutsideText?: boolean) => boolean;

/** One word of each set must occur. */
type Conjunction = readonly (readonly string[])[];

const word = /[A-Za-z_$][\w$]{0,100}|`/g;

/** Returns every identifier of a text, every word of its strings, and the backtick of a shell command. */
export const wordsIn = (text: string): Set<string> => new Set(text.match(word));

const always: Conjunction = [];

const lastWords = (patterns: readonly string[]): string[] =>
  patterns.flatMap(expandBraces).flatMap((pattern) => [...wordsIn(pattern)].slice(-1));

/**
 * Maps a name of a model to words that may occur instead: a callback parameter is implied by its call, a class
 * by the call that returns it.
 */
const wordsInstead = (model: LanguageModel): Map<string, string[]> => {
  const instead = new Map<string, string[]>(
    Object.entries(model.impliedBy ?? {}).map(([name, words]) => [name, [...words]]),
  );
  const add = (name: string, words: readonly string[]): void => {
    for (const each of wordsIn(name)) instead.set(each, [...(instead.get(each) ?? []), ...words]);
  };
  for (const { parameters, call } of model.callbacks)
    for (const name of parameters) add(name ?? '', lastWords(call));
  for (const { type, call } of model.results) add(type, lastWords(call));
  return instead;
};

type Required = (text: string) => Conjunction;

const patternsBy =
  (required: Required) =>
  (patterns: readonly string[] = []): Conjunction[] =>
    patterns.flatMap(expandBraces).map(required);

/** The conditions under which a file can have a finding of a rule, by itself and beside a source of its labels. */
interface Trigger {
  labels: readonly string[];
  alone: readonly Conjunction[];
  withSource: readonly Conjunction[];
}

const triggerOf = (rule: Rule, required: Required): Trigger => {
  const ofPatterns = patternsBy(required);
  const checks: Conjunction[] = [
    ...(rule.calls ?? []).flatMap(({ call }) => ofPatterns(call)),
    ...(rule.entries ?? []).flatMap(({ key }) => key.map(required)),
    ...(rule.writes ?? []).flatMap(({ write, name }) => (name ? [always] : ofPatterns(write))),
    ...(rule.annotations ?? []).flatMap(({ name }) => ofPatterns(name)),
    ...ofPatterns(rule.imports),
    ...(rule.functions ? [always] : []),
  ];
  const sinks: Conjunction[] = (rule.sinks ?? []).flatMap(({ call, write, returns }) => [
    ...ofPatterns(call),
    ...ofPatterns(write),
    ...(returns ? [always] : []),
  ]);
  const labels = rule.labels ?? ['user'];
  const ownLabels = !labels.includes('user');
  const withWords = (any: Conjunction[]): Conjunction[] =>
    rule.words ? any.map((all) => [rule.words!, ...all]) : any;
  return {
    labels,
    alone: ownLabels ? [] : withWords(checks),
    withSource: withWords([...sinks, ...(ownLabels ? checks : [])]),
  };
};

export const createPrefilter = (model: LanguageModel): Prefilter => {
  const insteadOf = wordsInstead(model);
  const required = (text: string): Conjunction =>
    [...wordsIn(text)].map((each) => [each, ...(insteadOf.get(each) ?? [])]);
  const ofPatterns = patternsBy(required);
  const ofSource = (source: Source): Conjunction[] => [
    ...ofPatterns(source.read),
    ...ofPatterns(source.call),
    ...(source.parameter ? (source.words?.map((each) => [[each]]) ?? [always]) : []),
  ];
  const sources = model.sources.map((source) => ({ label: source.label ?? 'user', any: ofSource(source) }));

  const triggers = model.rules.map((rule) => triggerOf(rule, required));

  return (words, hasOutsideText = false) => {
    const holds = (any: readonly Conjunction[]): boolean =>
      any.some((all) => all.every((anyOf) => anyOf.some((each) => words.has(each))));
    const labels = new Set(sources.filter(({ any }) => holds(any)).map(({ label }) => label));
    // A file with a source may pass its taint to another file, whose sinks are unknown here.
    if (labels.has('user')) return true;
    if (hasOutsideText) labels.add('user');
    return triggers.some(
      ({ alone, withSource, labels: wanted }) =>
        holds(alone) || (wanted.some((label) => labels.has(label)) && holds(withSource)),
    );
  };
};
