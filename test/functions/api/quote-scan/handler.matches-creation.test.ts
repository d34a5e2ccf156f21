import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addonSizeForPlan } from '@scangate/domain/plans/sast-addon';
import type { Repository } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { newOrganization, newRepository, noon, testIds, write } from '#test/support/world.ts';

const commitHash = 'a'.repeat(40);

interface Quote {
  price: object;
  balance: { core: { before: number; after: number } };
  refusal: { code: string } | null;
}

describe('a quote and the creation after it', () => {
  const worlds = fc.record({
    plan: fc.constantFrom('Free', 'Starter', 'Team', 'Regulated'),
    core: fc.nat(4),
    sast: fc.nat(2),
    addon: fc.boolean(),
    hold: fc.boolean(),
    used: fc.constantFrom(0, 2, 3, 4, 5, 10),
    isOwn: fc.boolean(),
    repositories: fc.integer({ min: 1, max: 3 }),
    asked: fc.nat(2),
    isTreeKnown: fc.boolean(),
    unit: fc.option(fc.nat(1), { nil: undefined }),
    scanTypes: fc.option(
      fc.array(fc.constantFrom('sbom', 'sca', 'license', 'dependency-advisor', 'secrets', 'sast', 'all'), {
        minLength: 1,
        maxLength: 2,
      }),
      { nil: undefined },
    ),
    artifact: fc.boolean(),
    equal: fc.boolean(),
    isLate: fc.boolean(),
  });
  type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;

  const newWorld = async ({ plan, core, sast, addon, repositories, isTreeKnown }: World) => {
    resetWorld();
    const size = addon ? addonSizeForPlan(plan) : undefined;
    const organization = await newOrganization(world.store, {
      plan,
      credits: { core, sast },
      ...(size && { sastAddon: size }),
      ...(plan === 'Regulated' && { licenses: 3 }),
    });
    const units = [['', 'npm'] as const, ['b', 'source'] as const];
    const all = [];
    for (let count = 0; count < repositories; count++)
      all.push(
        await newRepository(
          world.store,
          organization.organizationId,
          isTreeKnown ? units.map(([path, type]) => [path, type]) : undefined,
        ),
      );
    return { organization, all };
  };
  const requestOf = (w: World, repository: Repository | undefined) => {
    const unit = w.unit === undefined ? undefined : repository?.units[w.unit]?.projectUnitId;
    return {
      repositoryId: repository?.repositoryId,
      commitHash,
      ...(unit && { projectUnitId: unit }),
      ...(w.scanTypes && { scanTypes: w.scanTypes }),
      ...(w.artifact && { lockfile: { path: 'package-lock.json', content: '{}' } }),
    };
  };
  /** Claims licenses, perhaps one for the caller, and leaves an invoice unpaid or not. */
  const claimLicenses = async (w: World, { organizationId: id, personId }: Caller) => {
    const month = { accountId: id, month: w.isLate ? '2026-04' : '2026-03' };
    const claimedAt = noon.toISOString();
    const replaceIf = [{ field: 'used', is: 'atLeast', value: 0 } as const];
    const own = { ...month, personId, organizationId: id, claimedAt };
    const unpaidInvoices = w.hold ? [{ invoiceId: 'in_1', failedAt: claimedAt }] : [];
    await write(world.store, [
      { change: 'insert', record: 'licenseMonth', item: { ...month, used: w.used }, replaceIf },
      { change: 'update', record: 'account', id: { accountId: id }, set: { unpaidInvoices } },
    ]);
    if (w.isOwn) await write(world.store, [{ change: 'insert', record: 'license', item: own }]);
  };
  const build = async (w: World) => {
    const { organization, all } = await newWorld(w);
    const caller = organization.as('member', 'session');
    const body = requestOf(w, all[w.asked % all.length]);
    if (w.equal) {
      const other = { ...caller, personId: testIds.uuid() };
      await call('create-scan', { caller: other, body });
    }
    await claimLicenses(w, caller);
    return { caller, body };
  };
  const balances = async (id: string) => {
    const [core, sast] = await world.store.load([
      { record: 'pool', id: { accountId: id, pool: 'core' } },
      { record: 'pool', id: { accountId: id, pool: 'sast' } },
    ] as const);
    return { core: core?.available, sast: sast?.available };
  };

  beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

  test('agree on refusal, price and balance, and a quote writes nothing', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(worlds, async (w) => {
        vi.setSystemTime(noon);
        const attempt = await build(w);
        if (w.isLate) vi.setSystemTime(new Date('2026-04-10T12:00:00.000Z'));
        const before = allRecords(world.store);
        const quoted = await call('quote-scan', attempt);
        expect(allRecords(world.store)).toEqual(before);
        const created = await call('create-scan', attempt);
        if (quoted.status !== 200) {
          expect([created.status, created.body['code']]).toEqual([quoted.status, quoted.body['code']]);
          outcomes.add(String(quoted.body['code']));
          return;
        }
        const { refusal, price, balance } = quoted.body as unknown as Quote;
        outcomes.add(refusal ? refusal.code : String(created.status));
        if (refusal) {
          const { gate: _gate, passed: _passed, ...repeated } = refusal as unknown as Record<string, unknown>;
          expect(created).toMatchObject({ status: 402, body: repeated });
        } else
          expect([created.status, created.body['credits']]).toEqual([
            created.status === 200 ? 200 : 201,
            price,
          ]);
        const after = Object.fromEntries(Object.entries(balance).map(([pool, one]) => [pool, one.after]));
        if (!refusal) expect(await balances(attempt.caller.organizationId)).toEqual(after);
      }),
      { numRuns: 1_000 },
    );
    expect([...outcomes].toSorted()).toEqual([
      '200',
      '201',
      'entitlement_denied',
      'insufficient_credits',
      'payment_failed',
      'project_unit_required',
      'sast_addon_required',
      'scan_type_not_applicable',
      'seat_license_required',
    ]);
    vi.setSystemTime(noon);
  });
});
