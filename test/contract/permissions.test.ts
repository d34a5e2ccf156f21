import { describe, expect, expectTypeOf, test } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import type { PermissionTable } from '#contract/permissions/permission.ts';
import { environmentOf, grantsOf } from '#contract/permissions/declared-permissions.ts';
import type { Needs } from '#contract/needs.ts';
import type { PortsOf } from '#contract/ports-of.ts';
import type { BlobReader, BlobRemover, ObjectRemover, ObjectStore } from '#ports/blobs.ts';
import type { Mailer } from '#ports/mail/mailer.ts';
import type { Store } from '#ports/store.ts';
import type { WorkflowStarter, WorkflowStopper } from '#ports/workflow.ts';

describe('the record of permissions', () => {
  interface NeedsWithQueue extends Needs {
    queue?: 'send';
  }
  interface NeedsWithClock extends Needs {
    clock?: true;
  }
  const { port, environment, grant } = permissions.mailer;

  test('a need without a permission does not compile', () => {
    // @ts-expect-error `queue` has no permission.
    void (permissions satisfies PermissionTable<NeedsWithQueue>);
    const complete = { ...permissions, queue: { send: { port, environment, grant } } };
    void (complete satisfies PermissionTable<NeedsWithQueue>);
    expect(complete.queue.send.grant).toEqual(grant);
  });

  test('a permission without a port, an environment or a grant does not compile', () => {
    const withoutPort = { ...permissions, clock: { environment, grant } };
    // @ts-expect-error `clock` has no port.
    void (withoutPort satisfies PermissionTable<NeedsWithClock>);
    const withoutEnvironment = { ...permissions, clock: { port, grant } };
    // @ts-expect-error `clock` has no environment.
    void (withoutEnvironment satisfies PermissionTable<NeedsWithClock>);
    const withoutGrant = { ...permissions, clock: { port, environment } };
    // @ts-expect-error `clock` has no grant.
    void (withoutGrant satisfies PermissionTable<NeedsWithClock>);
    const complete = { ...permissions, clock: { port, environment, grant } };
    void (complete satisfies PermissionTable<NeedsWithClock>);
    expect(Object.keys(complete.clock)).toEqual(['port', 'environment', 'grant']);
  });

  test('a grant on an unknown resource does not compile', () => {
    const unknown = [{ actions: ['sqs:SendMessage'], resource: 'queue' }] as const;
    // @ts-expect-error There is no resource `queue`.
    void ({ ...permissions, mailer: { port, environment, grant: unknown } } satisfies PermissionTable);
    expect(unknown).toHaveLength(1);
  });
});

describe('the ports of a function', () => {
  test('are those that it declares, and no others', () => {
    expectTypeOf<PortsOf<{ mailer: true }>>().toEqualTypeOf<{ mailer: Mailer }>();
    expectTypeOf<PortsOf<{ workflow: 'start' }>>().toEqualTypeOf<{ workflow: WorkflowStarter }>();
    expectTypeOf<PortsOf<{ workflow: 'stop' }>>().toEqualTypeOf<{ workflow: WorkflowStopper }>();
    expectTypeOf<PortsOf<{ mailer: true }>>().not.toHaveProperty('store');
    expectTypeOf<PortsOf<{ advisories: 'write' }>['objects']>().toEqualTypeOf<ObjectStore & ObjectRemover>();
  });

  test('have one store, limited to the declared tables and accesses', () => {
    type Ports = PortsOf<{ core: 'read'; ledger: 'append' }>;
    expectTypeOf<keyof Ports>().toEqualTypeOf<'store'>();
    expectTypeOf<Ports['store']['commit']>()
      .parameter(0)
      .toEqualTypeOf<Parameters<Store<never, 'ledgerEntry'>['commit']>[0]>();
    expectTypeOf<Ports['store']['get']>().toBeCallableWith('pool', { accountId: 'a', pool: 'core' });
    // @ts-expect-error The token table is not declared.
    void ((store: Ports['store']) => store.get('token', { tokenHash: 'h' }));
  });

  test('have objects of the declared areas only', () => {
    type Blobs = PortsOf<{ blobs: { read: ['results']; remove: ['work'] } }>['blobs'];
    expectTypeOf<Blobs>().toEqualTypeOf<BlobReader<'results'> & BlobRemover<'work'>>();
  });
});

describe('derived from the needs of a function', () => {
  const needs: Needs = { core: 'write', blobs: { read: ['results'], presign: ['incoming'] }, mailer: true };

  test('its environment has each variable once', () => {
    expect(environmentOf(needs).toSorted()).toEqual(['CORE_TABLE', 'DATA_BUCKET', 'MAIL_FROM']);
    expect(environmentOf({})).toEqual([]);
    expect(environmentOf({ core: undefined, blobs: {} })).toEqual([]);
  });

  test('its grants on objects are limited to the prefixes of its areas', () => {
    const prefixes = grantsOf(needs).filter(({ resource }) => resource === 'objects');
    expect(prefixes).toEqual([
      { actions: ['s3:GetObject'], resource: 'objects', prefix: 'results/' },
      { actions: ['s3:PutObject', 's3:AbortMultipartUpload'], resource: 'objects', prefix: 'incoming/' },
    ]);
  });

  test('no permission has an action with a wildcard', () => {
    const grants = JSON.stringify(permissions);
    const actions = [...grants.matchAll(/"([a-z0-9]+:[^"]*)"/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(15);
    for (const action of actions) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
  });
});
