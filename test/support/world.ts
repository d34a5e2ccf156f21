import { makeToken } from '../../lib/domain/tokens.ts';
import type { Change } from '../../lib/domain/change.ts';
import { provisionOrganization, type OrganizationOrder } from '../../lib/domain/organizations/provision.ts';
import { monthsAfter } from '../../lib/domain/billing/calendar.ts';
import { emptyPool } from '../../lib/domain/billing/refill.ts';
import type { Pool, Repository } from '../../lib/domain/records.ts';
import type { PoolName } from '../../lib/domain/scans/scan-type.ts';
import { projectUnitId, rootUnit } from '../../lib/domain/repositories.ts';
import { scopes, type Caller, type Role } from '../../lib/domain/roles.ts';
import type { UnitType } from '../../lib/domain/scans/project-unit.ts';
import type { Ids } from '../../lib/ports/ids.ts';
import type { Store } from '../../lib/ports/store.ts';

/** A fixed moment, so that tests say what time it is instead of asking. */
export const noon = new Date('2026-03-10T12:00:00.000Z');
export const later = (seconds: number): Date => new Date(noon.getTime() + seconds * 1000);

let counter = 0;
const hex = (value: number): string => value.toString(16).padStart(12, '0');

/** Ids that are different and always the same. */
export const testIds: Ids = {
  uuid: () => `00000000-0000-4000-8000-${hex(++counter)}`,
  scanId: () => `00000000-0000-7000-8000-${hex(++counter)}`,
  bytes: (count) => Uint8Array.from({ length: count }, (_, index) => (index * 31 + ++counter) % 247),
};

export const token = (kind: 'service' | 'personal' | 'session') => makeToken(kind, testIds.bytes(60));

export const write = async (store: Store, changes: readonly Change[]): Promise<void> => {
  const refusal = await store.commit(changes);
  if (refusal) throw new Error(`refused: ${refusal.change.record}`);
};

/** An organization with one person of each role; the caller given is the asked one. */
export const newOrganization = async (
  store: Store,
  order: Partial<OrganizationOrder> = {},
): Promise<{ organizationId: string; as: (role: Role, kind?: Caller['tokenKind']) => Caller }> => {
  const organizationId = testIds.uuid();
  const people = (['owner', 'admin', 'billing', 'member'] as const).map((role) => ({
    role,
    personId: testIds.uuid(),
    email: `${role}@example.com`,
  }));
  const full = { name: 'Test', plan: 'Team' as const, ...order };
  await write(store, provisionOrganization(full, organizationId, people, noon.toISOString()));
  const as = (role: Role, tokenKind: Caller['tokenKind'] = 'personal'): Caller => ({
    organizationId,
    billingAccountId: full.parent ?? organizationId,
    personId: people.find((person) => person.role === role)?.personId ?? '',
    role,
    plan: full.plan,
    tokenKind,
    tokenId: testIds.uuid(),
    scopes,
  });
  return { organizationId, as };
};

/** A connected repository; with `units`, as if its tree had been looked at. */
export const newRepository = async (
  store: Store,
  organizationId: string,
  units?: readonly [path: string, type: UnitType][],
): Promise<Repository> => {
  const repositoryId = testIds.uuid();
  const fullName = `acme/r${counter}`;
  const repository: Repository = {
    organizationId,
    repositoryId,
    fullName,
    url: `https://git.example.com/${fullName}.git`,
    provider: 'git',
    defaultBranch: 'main',
    units: units
      ? units.map(([path, type]) => ({
          projectUnitId: projectUnitId(repositoryId, path),
          path,
          type,
          name: path || 'root',
        }))
      : [rootUnit(repositoryId, fullName)],
    unitsVersion: units ? 1 : 0,
    connectedAt: noon.toISOString(),
    connectedBy: testIds.uuid(),
  };
  await write(store, [
    { change: 'update', record: 'organization', id: { organizationId }, add: { repositories: 1 } },
    { change: 'insert', record: 'repository', item: repository },
    {
      change: 'insert',
      record: 'repositoryName',
      item: {
        organizationId,
        name: fullName.toLowerCase(),
        repositoryId,
        connectedAt: repository.connectedAt,
      },
    },
  ]);
  return repository;
};

/** A pool with these credits, in the month that began at noon. */
export const poolWith = (
  accountId: string,
  pool: PoolName,
  { included = 0, purchased = 0, consumed = 0 } = {},
): Pool => {
  const at = noon.toISOString();
  const first = { anchorAt: at, startAt: at, endAt: monthsAfter(at, 1) };
  const available = included + purchased - consumed;
  return { ...emptyPool(accountId, pool, first), included, purchased, consumed, available };
};
