import {
  categoryBit,
  categoryMask,
  type Callback,
  type Guard,
  type LanguageModel,
  type Rule,
  type Sanitizer,
  type Sink,
  type Source,
} from '../rule.ts';
import type { ProjectProperties } from '../project-properties.ts';
import { createNameTable, type NameTable } from './name-table.ts';
import { createPrefilter, type Prefilter } from './prefilter.ts';

export interface RuleSink {
  rule: Rule;
  sink: Sink;
  bit: number;
  labels: readonly string[];
}
type Check<K extends 'calls' | 'entries' | 'writes' | 'annotations'> = {
  rule: Rule;
  check: NonNullable<Rule[K]>[number];
};

/** The compiled tables of a language, indexed by name. */
export interface CompiledModel {
  model: LanguageModel;
  reads: NameTable<Source>;
  sourceCalls: NameTable<Source>;
  parameterSources: readonly Source[];
  sinkCalls: NameTable<RuleSink>;
  sinkWrites: NameTable<RuleSink>;
  sinkReturns: readonly RuleSink[];
  calls: NameTable<Check<'calls'>>;
  entries: ReadonlyMap<string, readonly Check<'entries'>[]>;
  writes: NameTable<Check<'writes'>>;
  namedWrites: readonly Check<'writes'>[];
  annotations: NameTable<Check<'annotations'>>;
  imports: NameTable<Rule>;
  functionRules: readonly Rule[];
  sanitizers: NameTable<{ sanitizer: Sanitizer; mask: number }>;
  /** Sanitizers that are only guessed by name. */
  guesses: NameTable<{ sanitizer: Sanitizer; mask: number }>;
  harmlessReads: NameTable<number>;
  guards: NameTable<{ guard: Guard; mask: number }>;
  callbacks: NameTable<Callback>;
  results: NameTable<string>;
  formats: NameTable<true>;
  settingCalls: NameTable<true>;
  crossRequestPuts: NameTable<true>;
  crossRequestGets: NameTable<true>;
  crossRequestHolders: NameTable<true>;
  /** The settings of the unit under analysis. */
  settings?: ProjectProperties;
  scalarTypes: ReadonlySet<string>;
  canFind: Prefilter;
}

const ruleSinks = (rules: readonly Rule[]): RuleSink[] =>
  rules.flatMap((rule) =>
    (rule.sinks ?? []).map((sink) => ({
      rule,
      sink,
      bit: categoryBit(rule.category ?? 'other'),
      labels: rule.labels ?? ['user'],
    })),
  );

const checksOf = <K extends 'calls' | 'entries' | 'writes' | 'annotations'>(
  rules: readonly Rule[],
  key: K,
): Check<K>[] =>
  rules.flatMap((rule) =>
    ((rule[key] ?? []) as readonly NonNullable<Rule[K]>[number][]).map((check) => ({ rule, check })),
  );

const byKey = (checks: readonly Check<'entries'>[]): Map<string, Check<'entries'>[]> => {
  const table = new Map<string, Check<'entries'>[]>();
  for (const found of checks)
    for (const key of found.check.key) table.set(key, [...(table.get(key) ?? []), found]);
  return table;
};

const sanitizerTable = (sanitizers: readonly Sanitizer[]): CompiledModel['sanitizers'] =>
  createNameTable(
    sanitizers.map((sanitizer) => ({
      patterns: sanitizer.call,
      item: { sanitizer, mask: categoryMask(sanitizer.cleans) },
    })),
  );

const crossRequestTable = (
  { crossRequestStores = [] }: LanguageModel,
  part: 'put' | 'get' | 'holders',
): NameTable<true> =>
  createNameTable(crossRequestStores.map((store) => ({ patterns: store[part] ?? [], item: true })));

export const compileModel = (model: LanguageModel): CompiledModel => {
  const { rules, sources } = model;
  const sinks = ruleSinks(rules);
  const writes = checksOf(rules, 'writes');
  return {
    model,
    reads: createNameTable(sources.map((source) => ({ patterns: source.read ?? [], item: source }))),
    sourceCalls: createNameTable(sources.map((source) => ({ patterns: source.call ?? [], item: source }))),
    parameterSources: sources.filter(({ parameter }) => parameter),
    sinkCalls: createNameTable(sinks.map((item) => ({ patterns: item.sink.call ?? [], item }))),
    sinkWrites: createNameTable(sinks.map((item) => ({ patterns: item.sink.write ?? [], item }))),
    sinkReturns: sinks.filter(({ sink }) => sink.returns),
    calls: createNameTable(checksOf(rules, 'calls').map((item) => ({ patterns: item.check.call, item }))),
    entries: byKey(checksOf(rules, 'entries')),
    writes: createNameTable(writes.map((item) => ({ patterns: item.check.write ?? [], item }))),
    namedWrites: writes.filter(({ check }) => check.name),
    annotations: createNameTable(
      checksOf(rules, 'annotations').map((item) => ({ patterns: item.check.name, item })),
    ),
    imports: createNameTable(rules.map((rule) => ({ patterns: rule.imports ?? [], item: rule }))),
    functionRules: rules.filter(({ functions }) => functions),
    sanitizers: sanitizerTable(model.sanitizers.filter(({ guess }) => !guess)),
    guesses: sanitizerTable(model.sanitizers.filter(({ guess }) => guess)),
    harmlessReads: createNameTable(
      model.sanitizers.map(({ read, cleans }) => ({ patterns: read ?? [], item: categoryMask(cleans) })),
    ),
    guards: createNameTable(
      model.guards.map((guard) => ({
        patterns: guard.call,
        item: { guard, mask: categoryMask(guard.cleans) },
      })),
    ),
    callbacks: createNameTable(model.callbacks.map((item) => ({ patterns: item.call, item }))),
    results: createNameTable(model.results.map((item) => ({ patterns: item.call, item: item.type }))),
    crossRequestPuts: crossRequestTable(model, 'put'),
    crossRequestGets: crossRequestTable(model, 'get'),
    crossRequestHolders: crossRequestTable(model, 'holders'),
    settingCalls: createNameTable([{ patterns: model.settings ?? [], item: true }]),
    formats: createNameTable([{ patterns: model.formats ?? [], item: true }]),
    scalarTypes: new Set(model.scalarTypes),
    canFind: createPrefilter(model),
  };
};
