import { describe } from 'vitest';
import { cases as goMod } from '../../quality/inventory/go-mod.ts';
import { cases as packageLock } from '../../quality/inventory/package-lock.ts';
import { cases as pythonLocks } from '../../quality/inventory/python-locks.ts';
import { cases as requirements } from '../../quality/inventory/requirements.ts';
import { cases as yarnAndPnpm } from '../../quality/inventory/yarn-and-pnpm.ts';
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
