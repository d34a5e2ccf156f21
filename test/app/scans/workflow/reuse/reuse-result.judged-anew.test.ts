import { expect, test } from 'vitest';
import { policyFields } from '@scangate/domain/policy/stored-policy';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { indexOf, osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { write } from '#test/support/world.ts';
import { leakedKey } from '../base-world.ts';
import { nextHash, reuseWorld, threeUnits } from './reuse-world.ts';

/** A reused result is judged by the current inputs, never by those of the time when it was made. */

const key = `export AWS_ACCESS_KEY_ID=${leakedKey()}`;
const leaking = { ...threeUnits(), 'api/deploy.sh': `${key}\n` };
const secret = ['critical_secrets_found'];
const nothing = ['no_issues_found'];

test('a suppression that the reviewed side drops no longer counts for a unit that did not change', async () => {
  const { scan, scanAnew, reusedOf, answerOf } = await reuseWorld();
  const ignoring = { ...leaking, 'api/.scangateignore': 'secrets:aws-access-key-id\n' };
  expect((await scan(ignoring, { isReviewed: true })).verdict?.reasons).toEqual(nothing);
  const { 'api/.scangateignore': _, ...dropped } = ignoring;
  expect((await scan(dropped, { isReviewed: true })).verdict?.reasons).toEqual(secret);
  const old = await scan({ ...ignoring, 'web/index.js': '2;\n' });
  expect([reusedOf(old), old.verdict?.reasons]).toEqual([['', 'api'], secret]);
  expect(answerOf(old)).toEqual(answerOf(await scanAnew(old)));
});

test('another default branch is another reviewed side, even for a unit that did not change', async () => {
  const { scan, change, reusedOf, world } = await reuseWorld();
  const ignoring = { ...leaking, 'api/.scangateignore': 'secrets:aws-access-key-id\n' };
  await scan(ignoring, { isReviewed: true });
  const hash = nextHash();
  world.sources.commits.set(hash, threeUnits());
  world.sources.tips.set('stable', hash);
  world.sources.history.clear();
  await change({ defaultBranch: 'stable' });
  const moved = await scan({ ...ignoring, 'web/index.js': '2;\n' });
  expect([reusedOf(moved), moved.verdict?.reasons]).toEqual([['', 'api'], secret]);
});

test('the comments and entries of an unreviewed commit that was scanned before stay unreviewed', async () => {
  const { scan, scanAnew, reusedOf, answerOf, violations } = await reuseWorld();
  await scan(threeUnits(), { isReviewed: true });
  const allowed = `${key} # scangate:allow aws-access-key-id of the tests\n`;
  const poisoned = { ...threeUnits(), 'api/deploy.sh': allowed, 'api/.scangateignore': 'secrets:*\n' };
  expect((await scan(poisoned)).verdict?.reasons).toEqual(secret);
  const again = await scan({ ...poisoned, 'web/index.js': '2;\n' });
  expect([reusedOf(again), again.verdict?.reasons]).toEqual([['', 'api'], secret]);
  expect(answerOf(again)).toEqual(answerOf(await scanAnew(again)));
  const merged = await scan({ ...poisoned, 'web/index.js': '3;\n' }, { isReviewed: true });
  expect([reusedOf(merged), merged.verdict?.reasons]).toEqual([['', 'api'], nothing]);
  expect(violations()).toEqual([]);
});

test('a comment that the reviewed side has counts in a unit that did not change and was not fetched', async () => {
  const { scan, scanAnew, reusedOf, answerOf } = await reuseWorld();
  const allowed = { ...threeUnits(), 'api/deploy.sh': `${key} # scangate:allow aws-access-key-id fine\n` };
  await scan(allowed, { isReviewed: true });
  const change = await scan({ ...allowed, 'web/index.js': '2;\n' });
  expect([reusedOf(change), change.verdict?.reasons]).toEqual([['', 'api'], nothing]);
  expect(answerOf(change)).toEqual(answerOf(await scanAnew(change)));
});

const weak = (source: string) =>
  `const cp = require('child_process');\nmodule.exports = (req) => cp.exec('ls ' + ${source}); // scangate:allow js-command-injection fine\n`;

test('a comment that allows code is compared with the code around it, which is fetched for that', async () => {
  const { scan, scanAnew, reusedOf, answerOf, world } = await reuseWorld();
  const allowed = { ...threeUnits(), 'api/run.js': weak('req.query.d') };
  await scan(allowed, { isReviewed: true });
  world.sources.sent.length = 0;
  const change = await scan({ ...allowed, 'web/index.js': '2;\n' });
  expect([reusedOf(change), change.verdict?.reasons]).toEqual([['', 'api'], nothing]);
  const sent = world.sources.sent.filter(([hash]) => hash === change.commitHash).map(([, path]) => path);
  expect(sent).toContain('api/run.js');
  expect(answerOf(change)).toEqual(answerOf(await scanAnew(change)));
});

test('an advisory that is published later, and a policy that changes, count for a unit that did not change', async () => {
  const { scan, reusedOf, ports, organization, store } = await reuseWorld();
  await scan(threeUnits(), { isReviewed: true });
  const advisories = { load: async () => indexOf(osvRecord({ name: 'right' })) };
  const published = await scan(threeUnits(), { ports: { ...ports, advisories } });
  expect(reusedOf(published)).toHaveLength(3);
  const totals = published.verdict?.summary.vulnerabilities?.total;
  expect(totals).toBeGreaterThan(0);
  const { organizationId } = organization;
  const strict = { ...defaultPolicy, severityThreshold: 'low' as const };
  const set = policyFields(strict);
  await write(store, [
    {
      change: 'insert',
      record: 'policy',
      item: {
        organizationId,
        digest: set.policyDigest,
        policy: strict,
        createdAt: '2026-03-10T12:00:00.000Z',
      },
    },
    { change: 'update', record: 'organization', id: { organizationId }, set },
  ]);
  const judged = await scan(threeUnits());
  expect([reusedOf(judged).length, judged.verdict?.verdict]).toEqual([3, 'FAIL']);
});
