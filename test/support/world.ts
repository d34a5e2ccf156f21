import { generateToken } from '@scangate/domain/identity/tokens';
import type { Change } from '@scangate/domain/record-changes';
import {
  provisionOrganization,
  type NewOrganization,
} from '@scangate/domain/accounts/provision-organization';
import { addMonths } from '@scangate/domain/calendar';
import { emptyPool } from '@scangate/domain/credits/refill/refill-pool';
import type { Pool, Repository } from '@scangate/domain/records';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import { projectUnitId, rootUnit } from '@scangate/domain/repositories/register-units';
import { scopes, type Role } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import type { UnitType } from '@scangate/engines/model/project-unit';
import type { Ids } from '#ports/ids.ts';
import type { Store } from '#ports/store.ts';

/** A fixed moment, so that tests do not depend on the clock. */
export const noon = new Date('2026-03-10T12:00:00.000Z');
export const later = (seconds: number): Date => new Date(noon.getTime() + seconds * 1000);

let counter = 0;
const hex = (value: number): string => value.toString(16).padStart(12, '0');

/** Begins the ids again. It runs before each file of a worker, so that no file depends on those before it. */
export const restartIds = (): void => void (counter = 0);

/** Ids that differ from each other and are the same in each run. */
export const testIds: Ids = {
  uuid: () => `00000000-0000-4000-8000-${hex(++counter)}`,
  scanId: () => `00000000-0000-7000-8000-${hex(++counter)}`,
  bytes: (count) => Uint8Array.from({ length: count }, (_, index) => (index * 31 + ++counter) % 247),
};

export const randomToken = (kind: 'service' | 'personal' | 'session') =>
  generateToken(kind, testIds.bytes(60));

export const write = async (store: Store, changes: readonly Change[]): Promise<void> => {
  const refusal = await store.commit(changes);
  if (refusal) throw new Error(`refused: ${refusal.change.record}`);
};

export interface TestOrganization {
  organizationId: string;
  as: (role: Role, kind?: Caller['tokenKind']) => Caller;
}

/** An organization with one person of each role. `as` gives the caller of a role. */
export const newOrganization = async (
  store: Store,
  order: Partial<NewOrganization> = {},
): Promise<TestOrganization> => {
  const organizationId = testIds.uuid();
  const people = (['owner', 'admin', 'billing', 'member'] as const).map((role) => ({
    role,
    personId: testIds.uuid(),
    email: `${role}@example.com`,
  }));
  const full = { name: 'Test', plan: 'Team' as const, ...order };
  await write(store, provisionOrganization(full, { organizationId, people, createdAt: noon.toISOString() }));
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

/** A connected repository. With `units`, its tree has been read. */
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

/** A pool with these credits, in the month that begins at noon. */
export const poolWith = (
  accountId: string,
  pool: PoolName,
  { included = 0, purchased = 0, consumed = 0 } = {},
): Pool => {
  const at = noon.toISOString();
  const first = { anchorAt: at, startAt: at, endAt: addMonths(at, 1) };
  const available = included + purchased - consumed;
  return { ...emptyPool(accountId, pool, first), included, purchased, consumed, available };
};
