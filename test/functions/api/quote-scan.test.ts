import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { quotedGates } from '@scangate/domain/scans/quote-scan';
import { addonSizeForPlan } from '@scangate/domain/plans/sast-addon';
import type { Account, Repository } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/roles';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { commitHash, scanRequests } from '#test/support/api/scan-requests.ts';
import { newOrganization, newRepository, noon, poolWith, testIds, write } from '#test/support/world.ts';

const { fixture, create, plain, lockfileOf } = scanRequests();
const quote = (body: object, caller: Caller = fixture.organization.as('member')) =>
  call('quote-scan', { caller, body });
const accountId = () => fixture.organization.organizationId;
const changeAccount = (set: Partial<Account>) =>
  write(world.store, [{ change: 'update', record: 'account', id: { accountId: accountId() }, set }]);
const setPool = (id: string, name: 'core' | 'sast', credits: Parameters<typeof poolWith>[2]) => {
  const { accountId: _id, pool, ...set } = poolWith(id, name, credits);
  return write(world.store, [{ change: 'update', record: 'pool', id: { accountId: id, pool }, set }]);
};
interface Quote {
  price: object;
  balance: { core: { before: number; after: number } };
  gates: { gate: string; passed: boolean; code?: string }[];
  refusal: { gate: string; code: string; pool?: string; balance?: number; required?: number } | null;
}
const quoteOf = async (...asked: Parameters<typeof quote>) =>
  (await quote(...asked)).body as unknown as Quote;

describe('200', () => {
  test('says the price by unit, what is skipped and why, and what would be left', async () => {
    const { status, body } = await quote(plain());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      price: { core: 2, sast: 0 },
      priceLater: { core: 0, sast: 0 },
      scanTypes: ['sbom', 'sca', 'license', 'dependency-advisor', 'secrets'],
      projectUnits: [
        { path: '', type: 'npm', charge: { core: 1, sast: 0 } },
        { path: 'services/api', type: 'pypi', charge: { core: 1, sast: 0 } },
      ],
      balance: { core: { before: 500, after: 498 }, sast: { before: 0, after: 0 } },
      refusal: null,
    });
    expect(body['skippedScanTypes']).toContainEqual({ scanType: 'sast', reason: 'sast_addon_required' });
    expect(body['gates']).toEqual(quotedGates.map((gate) => ({ gate, passed: true })));
  });

  test('limited to a unit, and with an artifact, it costs that unit', async () => {
    expect(
      (await quoteOf(plain({ projectUnitId: fixture.repository.units[1]?.projectUnitId }))).price,
    ).toEqual({
      core: 1,
      sast: 0,
    });
    expect((await quoteOf(lockfileOf('package-lock.json'))).price).toEqual({ core: 1, sast: 0 });
    expect([world.blobs.objects.size, world.checked]).toEqual([0, []]);
  });

  test('of more than 40 units the others are said to be paid later', async () => {
    const units = Array.from({ length: 45 }, (_, index): [string, 'npm'] => [`p${index}`, 'npm']);
    const { repositoryId } = await newRepository(world.store, accountId(), units);
    const { body } = await quote({ repositoryId, commitHash });
    expect(body).toMatchObject({
      price: { core: 40 },
      priceLater: { core: 5 },
      balance: { core: { after: 460 } },
    });
    expect(body['projectUnits']).toHaveLength(40);
  });

  test('an equal scan would answer: nothing to pay, no licence, no credits needed', async () => {
    const { body: scan } = await create(plain());
    await setPool(accountId(), 'core', {});
    const month = { accountId: accountId(), month: '2026-03' };
    await write(world.store, [{ change: 'update', record: 'licenseMonth', id: month, set: { used: 5 } }]);
    const other = { ...fixture.organization.as('member'), personId: testIds.uuid() };
    const { body } = await quote(plain(), other);
    expect(body).toMatchObject({ price: { core: 0, sast: 0 }, projectUnits: [], refusal: null });
    expect(body['gates']).toContainEqual({ gate: 'dedup', passed: true, scanId: scan['scanId'] });
    expect(await create(plain(), { caller: other })).toMatchObject({ status: 200 });
  });

  test('an equal scan that failed, or whose day is over, answers nothing', async () => {
    await create(plain());
    const [row] = world.store.all('dedup');
    if (!row) throw new Error('a row');
    const { expiresAt: _freeAt, scanId: _scanId, ...id } = row;
    await write(world.store, [
      { change: 'update', record: 'dedup', id, set: { expiresAt: noon.toISOString() } },
    ]);
    expect((await quoteOf(plain())).price).toEqual({ core: 2, sast: 0 });
  });

  test('every gate is asked, not only up to the first that refuses', async () => {
    await changeAccount({ unpaidInvoices: [{ invoiceId: 'in_1', failedAt: noon.toISOString() }] });
    await setPool(accountId(), 'core', { included: 1 });
    await write(world.store, [
      {
        change: 'insert',
        record: 'licenseMonth',
        item: { accountId: accountId(), month: '2026-03', used: 5 },
      },
    ]);
    const { gates, refusal, balance } = await quoteOf(plain());
    expect(gates.map(({ gate, passed, code }) => [gate, passed, code])).toEqual([
      ['repository', true, undefined],
      ['payment_hold', false, 'payment_failed'],
      ['sast_addon', true, undefined],
      ['dedup', true, undefined],
      ['license', false, 'seat_license_required'],
      ['credits', false, 'insufficient_credits'],
    ]);
    expect(gates[4]).toMatchObject({ remedy: 'buy_licenses' });
    expect(gates[5]).toMatchObject({ pool: 'core', balance: 1, required: 2 });
    expect(refusal).toEqual(gates[1]);
    expect(balance.core).toEqual({ before: 1, after: 1 });
  });

  test('a late refill is counted in, and not written', async () => {
    await setPool(accountId(), 'core', { included: 500, consumed: 500 });
    expect((await quoteOf(plain())).refusal).toMatchObject({ code: 'insufficient_credits' });
    vi.setSystemTime(new Date('2026-04-10T12:00:00.000Z'));
    try {
      const before = allRecords(world.store);
      expect(await quoteOf(plain())).toMatchObject({ refusal: null, balance: { core: { before: 500 } } });
      expect(allRecords(world.store)).toEqual(before);
    } finally {
      vi.setSystemTime(noon);
    }
  });

  test('an uploaded request is quoted by its uploadId', async () => {
    const uploadId = testIds.uuid();
    const { organizationId } = fixture.organization;
    const item = { organizationId, uploadId, contentLength: 1, createdAt: noon.toISOString() };
    await write(world.store, [{ change: 'insert', record: 'upload', item }]);
    await world.blobs.put({ area: 'incoming', organizationId, name: uploadId }, JSON.stringify(plain()));
    expect((await quoteOf({ uploadId })).price).toEqual({ core: 2, sast: 0 });
  });

  test('a client is quoted what its parent pays', async () => {
    const client = await newOrganization(world.store, { parent: accountId() });
    const { repositoryId } = await newRepository(world.store, client.organizationId, [['', 'go']]);
    const { balance } = await quoteOf({ repositoryId, commitHash }, client.as('member'));
    expect(balance.core).toEqual({ before: 500, after: 499 });
  });
});

describe('refused as creation is', () => {
  test.each([
    ['repository_not_found', () => plain({ repositoryId: testIds.uuid() })],
    ['project_unit_not_found', () => plain({ projectUnitId: testIds.uuid() })],
    ['both_artifacts', () => ({ ...lockfileOf('package-lock.json'), sbom: {} })],
    ['lockfile_path_invalid', () => lockfileOf('../package-lock.json')],
    ['unsupported_lockfile', () => lockfileOf('readme.txt')],
    ['project_unit_required', () => plain({ sbom: {} })],
    ['scan_type_not_applicable', () => ({ ...lockfileOf('package-lock.json'), scanTypes: ['secrets'] })],
    ['scan_type_not_applicable', () => ({ ...lockfileOf('package-lock.json'), scanTypes: ['sast'] })],
    ['upload_not_found', () => ({ uploadId: testIds.uuid() })],
    ['unknown_field', () => plain({ commitSha: commitHash })],
    ['validation_failed', () => plain({ scanTypes: [] })],
  ])('%s', async (code, body) => {
    const asked = body();
    const before = allRecords(world.store);
    const quoted = await quote(asked);
    expect(quoted.body['code']).toBe(code);
    expect(allRecords(world.store)).toEqual(before);
    const created = await create(asked);
    expect([created.status, created.body['code']]).toEqual([quoted.status, code]);
  });

  test('project_unit_foreign', async () => {
    const other = await newRepository(world.store, accountId(), [['', 'npm']]);
    const { body } = await quote(plain({ projectUnitId: other.units[0]?.projectUnitId }));
    expect(body['code']).toBe('project_unit_foreign');
  });
});

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
    isLookedAt: fc.boolean(),
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

  const newWorld = async ({ plan, core, sast, addon, repositories, isLookedAt }: World) => {
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
          isLookedAt ? units.map(([path, type]) => [path, type]) : undefined,
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
  /** Licences taken, the caller's own among them or not, and an unpaid invoice or none. */
  const take = async (w: World, { organizationId: id, personId }: Caller) => {
    const month = { accountId: id, month: w.isLate ? '2026-04' : '2026-03' };
    const claimedAt = noon.toISOString();
    const over = [{ field: 'used', is: 'atLeast', value: 0 } as const];
    const own = { ...month, personId, organizationId: id, claimedAt };
    const unpaidInvoices = w.hold ? [{ invoiceId: 'in_1', failedAt: claimedAt }] : [];
    await write(world.store, [
      { change: 'insert', record: 'licenseMonth', item: { ...month, used: w.used }, replaceIf: over },
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
    await take(w, caller);
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

  test('agree: the same refusal or none, the same price, the balance it said; and quoting writes nothing', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(worlds, async (w) => {
        vi.setSystemTime(noon);
        const asked = await build(w);
        if (w.isLate) vi.setSystemTime(new Date('2026-04-10T12:00:00.000Z'));
        const before = allRecords(world.store);
        const quoted = await call('quote-scan', asked);
        expect(allRecords(world.store)).toEqual(before);
        const created = await call('create-scan', asked);
        if (quoted.status !== 200) {
          expect([created.status, created.body['code']]).toEqual([quoted.status, quoted.body['code']]);
          seen.add(String(quoted.body['code']));
          return;
        }
        const { refusal, price, balance } = quoted.body as unknown as Quote;
        seen.add(refusal ? refusal.code : String(created.status));
        if (refusal) {
          const { gate: _gate, passed: _passed, ...said } = refusal as unknown as Record<string, unknown>;
          expect(created).toMatchObject({ status: 402, body: said });
        } else
          expect([created.status, created.body['credits']]).toEqual([
            created.status === 200 ? 200 : 201,
            price,
          ]);
        const after = Object.fromEntries(Object.entries(balance).map(([pool, one]) => [pool, one.after]));
        if (!refusal) expect(await balances(asked.caller.organizationId)).toEqual(after);
      }),
      { numRuns: 1_000 },
    );
    expect([...seen].toSorted()).toEqual([
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
