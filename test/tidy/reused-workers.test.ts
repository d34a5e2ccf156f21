import { expect, test } from 'vitest';
import { matchesGlob } from 'node:path';
import { endpointTests, mocking, sharedFolders } from '../support/runs/reused-workers.ts';
import { files, imports, textOf } from './source-tree.ts';

const isShared = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) &&
  (sharedFolders.some((folder) => path.startsWith(`test/${folder}/`)) ||
    endpointTests.some((pattern) => matchesGlob(path, pattern))) &&
  !mocking.includes(path) &&
  !path.endsWith('reused-workers.test.ts');

const importsOf = Map.groupBy(
  imports.filter(({ to, isTypeOnly }) => to.startsWith('test/') && !isTypeOnly),
  ({ from }) => from,
);

/** The files that a test loads from `test`, itself included. */
const loadedBy = (path: string, loaded = new Set<string>()): ReadonlySet<string> => {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  for (const { to } of importsOf.get(path) ?? []) loadedBy(to, loaded);
  return loaded;
};

const leavesTraces: readonly { uses: RegExp; restores: RegExp }[] = [
  { uses: /\bvi\.(?:mock|doMock)\(/, restores: /\bnever\b/ },
  { uses: /\bvi\.useFakeTimers\(/, restores: /\bvi\.useRealTimers\b/ },
  { uses: /\bvi\.stubGlobal\(/, restores: /\bvi\.unstubAllGlobals\b/ },
  { uses: /\bvi\.stubEnv\(/, restores: /\bvi\.unstubAllEnvs\b/ },
];

const leavesTrace = (path: string): boolean =>
  leavesTraces.some(({ uses, restores }) => uses.test(textOf(path)) && !restores.test(textOf(path)));

const candidates = files.filter(isShared);

test('tests that share a worker mock no module, and restore the clock, globals and environment', () => {
  expect(candidates.length).toBeGreaterThan(150);
  const traces = candidates.filter((path) =>
    [...loadedBy(path)].some((file) => files.includes(file) && leavesTrace(file)),
  );
  expect(traces).toEqual([]);
});

test('modules that such tests load register no hooks, because they are loaded once for all of them', () => {
  const loaded = new Set(candidates.flatMap((path) => [...loadedBy(path)]));
  const registering = [...loaded].filter(
    (path) => !/\.test\.tsx?$/.test(path) && /^(?:before|after)(?:Each|All)\(/m.test(textOf(path)),
  );
  expect(registering).toEqual([]);
});

test('each isolated test mocks a module', () => {
  const needless = mocking.filter(
    (path) => ![...loadedBy(path)].some((file) => textOf(file).includes('vi.mock(')),
  );
  expect(needless).toEqual([]);
});
