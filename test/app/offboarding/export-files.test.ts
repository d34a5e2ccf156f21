import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { nextExportFiles, type ExportSources } from '#app/offboarding/export-files.ts';
import { newOrganization, noon, write } from '#test/support/world.ts';

test('people who left are exported without their current address', async () => {
  const store = new MemoryStore();
  const organization = await newOrganization(store);
  const { organizationId } = organization;
  const personOf = (role: 'admin' | 'member') => ({
    personId: organization.as(role).personId,
    email: `${role}@elsewhere.example`,
    createdAt: noon.toISOString(),
    identities: [],
  });
  const { personId } = personOf('member');
  await write(store, [
    { change: 'insert', record: 'person', item: personOf('admin') },
    { change: 'insert', record: 'person', item: personOf('member') },
    {
      change: 'update',
      record: 'member',
      id: { organizationId, personId },
      set: { removedAt: noon.toISOString() },
    },
  ]);
  const { files } = await nextExportFiles(
    { organizationId, billingAccountId: organizationId },
    { store } as unknown as ExportSources,
    'people',
  );
  const text = files.map(({ content }) => content).join('');
  expect(text).toContain('admin@elsewhere.example');
  expect(text).not.toContain('member@elsewhere.example');
});
