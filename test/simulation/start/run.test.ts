import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const simulate = (...given: string[]): string =>
  execFileSync(process.execPath, ['bin/simulation/simulate.ts', ...given], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Asia/Tokyo' },
  });

test('a seed gives the same digest each time, and another seed another one', () => {
  const small = ['--days', '0.1', '--organizations', '5', '--acts', '60', '--faults', '0.004'];
  const digests = ['1', '1', '2'].map(
    (seed) => /digest: '(\w+)'/.exec(simulate('--seed', seed, ...small))?.[1],
  );
  expect(digests[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(digests[1]).toBe(digests[0]);
  expect(digests[2]).not.toBe(digests[0]);
});
