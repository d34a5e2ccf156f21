import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { recordRefusals } from '#app/identity/record-refusals.ts';
import { log } from '#runtime/log.ts';
import { rememberRefusal } from '@scangate/domain/audit/audit-refusal';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later, newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let store: MemoryStore;
let organization: TestOrganization;
beforeEach(async () => {
  store = new MemoryStore();
  organization = await newOrganization(store);
});
const refuse = (endpoint: string, at = noon) =>
  write(store, [
    rememberRefusal(organization.as('member'), {
      endpoint,
      code: 'role_required',
      at: at.toISOString(),
    }),
  ]);
const run = () => recordRefusals({ store, log }, taskContextAt(later(60)));

test('each remembered refusal becomes one event, at the time of the refusal', async () => {
  await refuse('change-gate');
  await refuse('create-waiver', later(1));
  expect(await run()).toEqual({ recorded: 2 });
  expect(await run()).toEqual({ recorded: 0 });
  const { personId, organizationId } = organization.as('member');
  expect(store.all('auditEvent')).toContainEqual(
    expect.objectContaining({
      organizationId,
      at: noon.toISOString(),
      action: 'access.refused',
      target: 'change-gate',
      actor: expect.objectContaining({ kind: 'person', personId, role: 'member' }),
      after: { code: 'role_required' },
    }),
  );
});

test('two concurrent runs write each event once', async () => {
  for (const endpoint of ['a', 'b', 'c']) await refuse(endpoint);
  const results = await Promise.all([run(), run()]);
  expect(results.map(({ recorded }) => recorded).reduce((sum, recorded) => sum + recorded)).toBe(3);
  expect(store.all('auditEvent')).toHaveLength(3);
});

test('an interrupted run leaves the rest to the next one', async () => {
  for (const endpoint of ['a', 'b', 'c']) await refuse(endpoint);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const commit = store.commit.bind(store);
  let commits = 0;
  const cut = vi.spyOn(store, 'commit').mockImplementation(async (changes) => {
    if (++commits > 1) throw new Error('cut');
    return commit(changes);
  });
  await run();
  cut.mockRestore();
  expect(store.all('auditEvent')).toHaveLength(1);
  await run();
  expect(store.all('auditEvent')).toHaveLength(3);
});
