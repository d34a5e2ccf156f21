import { describe } from 'vitest';
import { cases as goMod } from '#test/corpora/inventory/go-mod.ts';
import { cases as packageLock } from '#test/corpora/inventory/package-lock.ts';
import { cases as pythonLocks } from '#test/corpora/inventory/python-locks.ts';
import { cases as requirements } from '#test/corpora/inventory/requirements.ts';
import { cases as yarnAndPnpm } from '#test/corpora/inventory/yarn-and-pnpm.ts';
import { expectCases } from './expect-cases.ts';

describe.each([
  ['go.mod', goMod],
  ['package-lock.json', packageLock],
  ['yarn.lock and pnpm-lock.yaml', yarnAndPnpm],
  ['requirements.txt', requirements],
  ['poetry.lock, uv.lock and Pipfile.lock', pythonLocks],
])('%s', (_format, cases) => {
  expectCases(cases);
});
