import type { LanguageModel, Rule, Sanitizer, Sink, Source } from '@scangate/engines/sast/rule';
import { expandBraces } from '@scangate/engines/sast/taint/name-table';

/** A change of one part of a rule or of a language's model. */
export interface Mutant<T> {
  change: string;
  to: T;
  /** Whether more than before is found with it; otherwise less is. */
  finds: 'more' | 'less';
  /** The names that were taken out; absent for another change. */
  names?: readonly string[];
  /** The other names beside which they stood. */
  others?: readonly string[];
}

/** A change of a part, before it is put into its rule. */
type Change<T> = Omit<Mutant<T>, 'to'> & { to: T | undefined };

/** Takes each name out of the patterns under a key, unless it is the only one. */
const withoutNames = <T extends object, K extends keyof T>(part: T, key: K): Change<T>[] => {
  const names = ((part[key] as readonly string[] | undefined) ?? []).flatMap(expandBraces);
  if (names.length < 2) return [];
  return names.map((name, at) => ({
    change: `${String(key)} without ${name}`,
    to: { ...part, [key]: names.toSpliced(at, 1) },
    finds: 'less',
    names: [name],
    others: names.toSpliced(at, 1),
  }));
};

/** Takes each item out of a list under a key, unless it is the only one. */
const withoutItems = <T extends object, K extends keyof T>(part: T, key: K): Change<T>[] => {
  const items = (part[key] as readonly unknown[] | undefined) ?? [];
  if (!Array.isArray(items) || items.length < 2) return [];
  return items.map((item, at) => ({
    change: `${String(key)} without ${String(item)}`,
    to: { ...part, [key]: items.toSpliced(at, 1) },
    finds: 'less',
  }));
};

/** Replaces a condition that a part has. */
const replaced = <T extends object, K extends keyof T>(
  part: T,
  key: K,
  { by, finds = 'more' }: { by: T[K] | undefined; finds?: 'more' | 'less' },
): Change<T>[] =>
  part[key] === undefined ? [] : [{ change: `${String(key)} replaced`, to: { ...part, [key]: by }, finds }];

/** Takes the part itself out. */
const without = <T extends object>(...patterns: (readonly string[] | undefined)[]): Change<T> => {
  const names = patterns.flatMap((each) => each?.flatMap(expandBraces) ?? []);
  return { change: 'removed', to: undefined, finds: 'less', ...(names.length > 0 && { names }) };
};

const always = (): boolean => true;
const never = (): boolean => false;

const ofSink = (sink: Sink): Change<Sink>[] => [
  ...(sink.returns ? [without<Sink>()] : [without<Sink>(sink.call, sink.write)]),
  ...withoutNames(sink, 'call'),
  ...withoutNames(sink, 'write'),
  ...withoutNames(sink, 'named'),
  ...withoutItems(sink, 'args'),
  ...withoutItems(sink, 'fields'),
  ...replaced(sink, 'fields', { by: undefined }),
  ...replaced(sink, 'when', { by: always }),
  ...replaced(sink, 'unless', { by: never }),
  ...replaced(sink, 'shallow', { by: undefined }),
];

type PartOf<K extends 'calls' | 'entries' | 'writes' | 'annotations'> = NonNullable<Rule[K]>[number];

const ofCall = (call: PartOf<'calls'>): Change<PartOf<'calls'>>[] => [
  without(call.call),
  ...withoutNames(call, 'call'),
  ...replaced(call, 'when', { by: always }),
];

const ofEntry = (entry: PartOf<'entries'>): Change<PartOf<'entries'>>[] => [
  without(entry.key),
  ...withoutNames(entry, 'key'),
  ...replaced(entry, 'when', { by: always }),
];

const ofWrite = (write: PartOf<'writes'>): Change<PartOf<'writes'>>[] => [
  write.name ? without() : without(write.write),
  ...withoutNames(write, 'write'),
  ...replaced(write, 'when', { by: always }),
];

const ofAnnotation = (annotation: PartOf<'annotations'>): Change<PartOf<'annotations'>>[] => [
  without(annotation.name),
  ...withoutNames(annotation, 'name'),
  ...replaced(annotation, 'when', { by: always }),
];

/** Puts each change of each part of a list into its owner. */
const ofParts = <T extends object, P>(
  owner: T,
  key: keyof T,
  changesOf: (part: P) => Change<P>[],
): Mutant<T>[] =>
  ((owner[key] as readonly P[] | undefined) ?? []).flatMap((part, at, parts) =>
    changesOf(part).map(({ to, ...change }) => ({
      ...change,
      change: `${String(key)}[${at}]: ${change.change}`,
      to: { ...owner, [key]: parts.toSpliced(at, 1, ...(to === undefined ? [] : [to])) },
    })),
  );

const whole = <T>(changes: readonly Change<T>[]): Mutant<T>[] =>
  changes.flatMap(({ to, ...change }) => (to === undefined ? [] : [{ ...change, to }]));

/** Returns the rule with each of its parts changed, one at a time. */
export const mutantsOfRule = (rule: Rule): Mutant<Rule>[] => [
  ...ofParts(rule, 'sinks', ofSink),
  ...ofParts(rule, 'calls', ofCall),
  ...ofParts(rule, 'entries', ofEntry),
  ...ofParts(rule, 'writes', ofWrite),
  ...ofParts(rule, 'annotations', ofAnnotation),
  ...whole([
    ...withoutNames(rule, 'imports'),
    ...withoutItems(rule, 'labels'),
    ...replaced(rule, 'functions', { by: never, finds: 'less' }),
    ...replaced(rule, 'functions', { by: always }),
  ]),
];

const ofSource = (source: Source): Change<Source>[] => [
  source.parameter ? without() : without(source.read, source.call),
  ...replaced(source, 'when', { by: always }),
];

const ofSanitizer = (sanitizer: Sanitizer): Change<Sanitizer>[] => [
  { ...without<Sanitizer>(sanitizer.call, sanitizer.read), finds: 'more' },
  ...replaced(sanitizer, 'when', { by: always, finds: 'less' }),
];

/** Returns the model with each source and each sanitizer taken out, or without its condition. */
export const mutantsOfModel = (model: LanguageModel): Mutant<LanguageModel>[] => [
  ...ofParts(model, 'sources', ofSource),
  ...ofParts(model, 'sanitizers', ofSanitizer),
];
