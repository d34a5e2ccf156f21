import { expect, test } from 'vitest';
import type { FunctionSpec } from '#contract/function.ts';
import { allFunctions } from '#infra/functions.ts';
import { imports, isOurs, textOf } from '../tidy/source-tree.ts';

const importsOf = Map.groupBy(
  imports.filter(({ to, isTypeOnly }) => !isTypeOnly && isOurs(to)),
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
  needs.core === 'write' &&
  [...reachedFrom(entry)].some((path) => path.startsWith('lib/domain/events/emissions/'));

test('a function whose use cases emit events asks for their fan-out, and no other function does', () => {
  const wrong = allFunctions().flatMap((spec) => {
    const { entry, needs } = spec;
    const declares = needs.eventDispatch === 'invoke';
    const isWired = textOf(entry).includes('eventDispatch: wireEventDispatch');
    return emits(spec) === declares && declares === isWired ? [] : [entry];
  });
  expect(wrong).toEqual([]);
});
