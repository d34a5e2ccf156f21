import { addMs, dayMs } from '@scangate/domain/instant';
import type { Change } from '@scangate/domain/record-changes';
import { noon, testIds, write } from '../world.ts';
import type { OffboardingWorld } from './offboarding-world.ts';
import { plantMarks } from './plant-marks.ts';

const closing = (organizationId: string): Change => ({
  change: 'update',
  record: 'organization',
  id: { organizationId },
  set: { closing: { since: noon.toISOString(), eraseAt: addMs(noon, 30 * dayMs), stopped: [] } },
  unset: ['erasureStartedAt'],
});

const owner = (organizationId: string): Change => ({
  change: 'insert',
  record: 'member',
  item: {
    organizationId,
    personId: testIds.uuid(),
    email: 'owner@example.com',
    role: 'owner',
    joinedAt: noon.toISOString(),
  },
});

/** A person with an identity, who is a member of these organizations. */
export const personOf = (personId: string, organizations: readonly string[]): Change[] => [
  {
    change: 'insert',
    record: 'person',
    item: {
      personId,
      email: `${personId}@example.com`,
      createdAt: noon.toISOString(),
      identities: [`identity-${personId}`],
    },
  },
  {
    change: 'insert',
    record: 'identity',
    item: { identityHash: `identity-${personId}`, personId, createdAt: noon.toISOString() },
  },
  ...organizations.map((organizationId): Change => ({
    change: 'insert',
    record: 'personOrganization',
    item: { personId, organizationId, joinedAt: noon.toISOString() },
  })),
];

/** The rows that badges of planted repositories lead to. */
const badgesOf = (changes: readonly Change[]): Change[] =>
  changes.flatMap((change): Change[] => {
    if (change.change !== 'insert' || change.record !== 'repository') return [];
    const { badgeId, organizationId, repositoryId } = change.item;
    if (badgeId === undefined) return [];
    return [{ change: 'insert', record: 'badge', item: { badgeId, organizationId, repositoryId } }];
  });

/** A closed organization with marks everywhere, objects, and people of its own. */
export const plantedOrganization = async (world: OffboardingWorld, copies = 1) => {
  const organizationId = testIds.uuid();
  const personId = testIds.uuid();
  const { changes, marks } = plantMarks(organizationId, personId, copies);
  await Promise.all(changes.map((change) => write(world.store, [change])));
  await write(world.store, [closing(organizationId), owner(organizationId)]);
  await write(world.store, personOf(personId, [organizationId]));
  await write(world.store, badgesOf(changes));
  await write(world.store, [
    {
      change: 'insert',
      record: 'domainClaim',
      item: { domain: `${organizationId}.example`, organizationId, claimedAt: noon.toISOString() },
    },
    {
      change: 'insert',
      record: 'organizationDomain',
      item: {
        organizationId,
        domain: `${organizationId}.example`,
        verification: 'text',
        createdAt: noon.toISOString(),
      },
    },
    {
      change: 'insert',
      record: 'jobPosition',
      item: { job: 'purged', shard: organizationId, day: '2026-03-10', cursor: 'last-purged' },
    },
  ]);
  const objects = ['results', 'work', 'incoming', 'index', 'exports', 'packs'] as const;
  for (const area of objects)
    await world.blobs.put({ area, organizationId, name: 'a/b.json' }, `{"mark":"object-${organizationId}"}`);
  await world.blobs.put({ area: 'results', organizationId, name: 's-1/u-1/sbom.json' }, marks.join(' '));
  return { organizationId, personId, marks };
};
