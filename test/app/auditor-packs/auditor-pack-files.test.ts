import { expect, test } from 'vitest';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { Waiver } from '@scangate/domain/records';
import { packWorld } from '#test/support/auditor-packs/auditor-pack-world.ts';
import { bookMany } from '#test/support/billing/sealed-ledger.ts';
import { fullWaivers } from '#test/support/full-waivers.ts';
import { later, newRepository, noon, write } from '#test/support/world.ts';

const rowsOf = (text = ''): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('a pack that is limited to a repository discloses nothing about another', async () => {
  const world = await packWorld();
  const { organization, organizationId, store, repository } = world;
  const other = await newRepository(store, organizationId, [['', 'npm']]);
  const wanted = await world.scanAt(noon);
  const foreign = await world.scanAt(later(1), { repositoryId: other.repositoryId });
  await bookMany(store, { accountId: organizationId, count: 3, at: noon });
  const { endedAt: _ended, endedBy: _by, ...waiver } = fullWaivers.waiver;
  const waiverOf = (waiverId: string, scope: Waiver['scope']): Waiver => ({
    ...waiver,
    organizationId,
    waiverId,
    scope,
    status: 'approved',
    createdAt: noon.toISOString(),
    expiresAt: later(86_400).toISOString(),
  });
  const scopes = [{ repositoryId: repository.repositoryId }, { repositoryId: other.repositoryId }, {}];
  const actor = { kind: 'person', personId: organization.as('owner').personId } as never;
  for (const [index, scope] of scopes.entries()) {
    const waiverId = ['w-own', 'w-foreign', 'w-all'][index] ?? '';
    const event = { organizationId, eventId: `e-${waiverId}`, at: later(10).toISOString(), actor };
    await write(store, [
      { change: 'insert', record: 'waiver', item: waiverOf(waiverId, scope) },
      {
        change: 'insert',
        record: 'auditEvent',
        item: { ...event, action: 'waiver.approved', target: waiverId, after: {} },
      },
    ]);
  }
  const files = await world.filesOf({ repositoryIds: [repository.repositoryId], include: ['findings'] });
  expect(rowsOf(files['verdicts.jsonl']).map(({ scanId }) => scanId)).toEqual([wanted.scanId]);
  expect(rowsOf(files['repositories.jsonl'])).toHaveLength(1);
  const waivers = rowsOf(files['waivers.jsonl']).map(({ waiverId }) => waiverId);
  expect(waivers.toSorted()).toEqual(['w-all', 'w-own']);
  const targets = rowsOf(files['audit-events.jsonl']).map(({ target }) => target);
  expect(targets).toEqual(expect.arrayContaining(['w-all', 'w-own']));
  expect(rowsOf(files['policies.jsonl'])).toEqual([
    expect.objectContaining({ severityThreshold: defaultPolicy.severityThreshold }),
  ]);
  expect(rowsOf(files['members.jsonl'])).toHaveLength(4);
  expect(Object.keys(files).filter((path) => /ledger|invoices/.test(path))).toEqual([]);
  const text = Object.values(files).join('\n');
  for (const hidden of [other.repositoryId, other.fullName, foreign.scanId, 'w-foreign'])
    expect(text).not.toContain(hidden);
  for (const page of [files['readme.txt'], files['index.html']])
    for (const said of [
      'Waivers of other repositories',
      'Audit events that name another',
      'ledger and the invoices',
    ])
      expect(page).toContain(said);
  expect(files['readme.txt']).not.toContain('ledger.csv');
});
