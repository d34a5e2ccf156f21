import { expect, test } from 'vitest';
import {
  noChange,
  stateAfterCommit,
  toChanges,
  withAccount,
  withPool,
} from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/record-changes';
import { newAccount } from '#test/models/account-timeline.ts';

const now = '2026-03-10T12:00:00.000Z';
const { state: opened } = newAccount({ plan: 'Team', licenses: 5 }, now);
const stored = withAccount(opened, { version: 7 });

/** The fields that a transaction sets in a record. */
const written = (changes: readonly Change[], record: Change['record']) =>
  changes
    .filter((change) => change.record === record)
    .map((change) => (change.change === 'update' ? change.set : undefined));

test('after a change the account and both pools have the version that was written', () => {
  const outcome = noChange(withAccount(stored, { licenses: 9 }));
  const changes = toChanges(stored, outcome, { now });
  expect(written(changes, 'account')).toEqual([{ licenses: 9, version: 8 }]);
  expect(written(changes, 'pool')).toEqual([{ accountVersion: 8 }, { accountVersion: 8 }]);
  const { account, pools } = stateAfterCommit(stored, outcome);
  expect([account.version, pools.core.accountVersion, pools.sast.accountVersion]).toEqual([8, 8, 8]);
});

test('after a change of a pool alone all versions are those that were read', () => {
  const outcome = noChange(withPool(stored, { ...stored.pools.core, available: 3 }));
  const changes = toChanges(stored, outcome, { now });
  expect(written(changes, 'account')).toEqual([]);
  expect(written(changes, 'pool')).toEqual([{ available: 3 }]);
  expect(stateAfterCommit(stored, outcome)).toEqual(outcome.state);
});
