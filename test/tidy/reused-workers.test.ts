import { expect, test } from 'vitest';
import { files, textOf } from './source-tree.ts';

/** The folders of the project `shared` in vitest.config.ts. */
const shared =
  /^test\/(?:adapters|client|contract|corpora|docs|domain|emulators|engines|git|ports|tidy)\/.*\.test\.ts$/;

const leavesTraces: readonly { uses: RegExp; restores: RegExp }[] = [
  { uses: /\bvi\.(?:mock|doMock)\(/, restores: /\bnever\b/ },
  { uses: /\bvi\.useFakeTimers\(/, restores: /\bvi\.useRealTimers\b/ },
  { uses: /\bvi\.stubGlobal\(/, restores: /\bvi\.unstubAllGlobals\b/ },
  { uses: /\bvi\.stubEnv\(/, restores: /\bvi\.unstubAllEnvs\b/ },
];

test('tests that share a worker mock no module, and restore the clock, globals and environment', () => {
  const candidates = files.filter((path) => shared.test(path) && !path.endsWith('reused-workers.test.ts'));
  expect(candidates.length).toBeGreaterThan(150);
  const traces = candidates.filter((path) =>
    leavesTraces.some(({ uses, restores }) => uses.test(textOf(path)) && !restores.test(textOf(path))),
  );
  expect(traces).toEqual([]);
});
