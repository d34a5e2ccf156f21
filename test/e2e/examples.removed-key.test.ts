import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { sharedTestCloud, type TestCloud } from '../support/local/cloud.ts';

let world: TestCloud;
beforeAll(async () => {
  world = await sharedTestCloud();
});

test('examples/findings/removed-key.sh finds the commit of a key that the branch removed again', async () => {
  const env = { ...process.env, SCANGATE_URL: world.cloud.url };
  const { stdout } = await promisify(execFile)('sh', ['examples/findings/removed-key.sh'], { env });
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^The head: +PASS$/),
    expect.stringMatching(/^The branch: +FAIL$/),
    expect.stringMatching(/^The key is in: [0-9a-f]{7,} Add payments$/),
    '',
  ]);
});
