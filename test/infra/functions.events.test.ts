import { expect, test } from 'vitest';
import type { FunctionSpec } from '#contract/function.ts';
import { allFunctions } from '#infra/functions.ts';
import { imports, textOf } from '#test/tidy/source-tree.ts';

const importsOf = Map.groupBy(
  imports.filter(({ to, isTypeOnly }) => !isTypeOnly && /^(?:lib|functions)\//.test(to)),
  ({ from }) => from,
);

/** Every file that a handler runs, by its imports. */
const reachedFrom = (entry: string): Set<string> => {
  const reached = new Set([entry]);
  for (const path of reached) for (const { to } of importsOf.get(path) ?? []) reached.add(to);
  return reached;
};

/** Whether a function writes records by code that emits events. */
const emits = ({ entry, needs }: FunctionSpec): boolean =>
  needs.core === 'write' && reachedFrom(entry).has('lib/domain/events/emit-event.ts');

const functions = allFunctions().map((spec) => ({
  spec,
  declares: spec.needs.eventDispatch === 'invoke',
  isWired: /eventDispatch: wire(?:Lazy)?EventDispatch/.test(textOf(spec.entry)),
}));

test('a function whose use cases emit events has the fan-out permission', () => {
  const silent = functions.filter(({ spec, declares, isWired }) => emits(spec) && !(declares && isWired));
  expect(silent.map(({ spec }) => spec.entry)).toEqual([]);
});

test('no other function has it, except the sweep, which finds lost events', () => {
  const idle = functions.filter(({ spec, declares }) => declares && !emits(spec));
  expect(idle.map(({ spec }) => spec.name)).toEqual(['sweep-events']);
});
