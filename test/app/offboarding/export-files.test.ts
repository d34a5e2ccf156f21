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

test('pages that begin at positions with the same end are different files', async () => {
  const store = new MemoryStore();
  const { organizationId } = await newOrganization(store);
  const end = 'x'.repeat(60);
  const record = { record: 'scan', item: { organizationId, scanId: 's' } };
  const rows = { read: async () => ({ records: [record] }) };
  const pathsAt = async (position: string): Promise<string[]> => {
    const sources = { store, rows } as unknown as ExportSources;
    const ids = { organizationId, billingAccountId: organizationId };
    const { files } = await nextExportFiles(ids, sources, `organization ${position}`);
    return files.map(({ path }) => path);
  };
  const [first, second] = await Promise.all([pathsAt(`1 ${end}`), pathsAt(`2 ${end}`)]);
  expect(first).toHaveLength(1);
  expect(second).not.toEqual(first);
});

test('objects are exported to the last one, also where a list is cut short', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const blobs = {
    names: async (_area: string, _organization: string, { after = '' }: { after?: string }) =>
      names
        .filter((name) => name > after)
        .slice(0, 2)
        .map((name) => ({ name, bytes: 1 })),
    open: async ({ name }: { name: string }) => [Buffer.from(name)],
  };
  const paths: string[] = [];
  for (let position: string | undefined = 'results'; position !== undefined;) {
    const page = await nextExportFiles(
      { organizationId: 'o', billingAccountId: 'o' },
      { blobs } as unknown as ExportSources,
      position,
    );
    paths.push(...page.files.map(({ path }) => path));
    ({ position } = page);
  }
  expect(paths).toEqual(names.map((name) => `results/${name}`));
});
