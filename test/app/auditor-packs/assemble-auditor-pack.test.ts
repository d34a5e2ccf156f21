import { verify as verifySignature } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { assembleAuditorPack } from '#app/auditor-packs/assemble-auditor-pack.ts';
import { packKey } from '#app/auditor-packs/auditor-pack-objects.ts';
import { planAuditorPack } from '#app/auditor-packs/plan-auditor-pack.ts';
import { writeAuditorPackSlice } from '#app/auditor-packs/write-auditor-pack-slice.ts';
import { preAuthenticationEncoding, type DsseEnvelope } from '@scangate/domain/evidence/dsse';
import type { EvidenceManifest } from '@scangate/domain/evidence/manifest';
import { sha256 } from '@scangate/engines/model/digest';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { findingsOfEachKind, hostileTexts, rootUnit } from '#test/domain/reports/ended-scan.ts';
import { packWorld } from '#test/support/auditor-packs/auditor-pack-world.ts';
import { bookMany, verify } from '#test/support/billing/sealed-ledger.ts';
import { fullWaivers } from '#test/support/full-waivers.ts';
import type { Waiver } from '@scangate/domain/records';
import { later, newOrganization, noon, testIds, write } from '#test/support/world.ts';

let world: Awaited<ReturnType<typeof packWorld>>;
beforeEach(async () => {
  world = await packWorld();
});

const linesOf = (text = ''): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The cells that a spreadsheet would compute. */
const formulas = (csv: string): string[] =>
  csv.split(/[,;\t\r\n]+/).filter((cell) => /^"?\s*[=+@]/.test(cell) || /^"?\s*-\D/.test(cell));

describe('a pack', () => {
  test('contains every table in two formats, the ledger, invoices, controls, and a page that names them', async () => {
    await world.scanAt(noon);
    const files = await world.filesOf();
    expect(Object.keys(files)).toEqual([
      'readme.txt',
      ...['verdicts', 'attestations'].flatMap((table) => [`${table}.jsonl`, `${table}.csv`]),
      ...[
        'waivers',
        'policies',
        'audit-events',
        'members',
        'repositories',
        'tracked-findings',
        'releases',
      ].flatMap((table) => [`${table}.jsonl`, `${table}.csv`]),
      'retention.json',
      'ledger.csv',
      'ledger.jsonl',
      'invoices.jsonl',
      'invoices.csv',
      'controls.jsonl',
      'controls.csv',
      'index.html',
      'keys.json',
      'manifest.json',
      'manifest.dsse.json',
    ]);
    for (const path of Object.keys(files).filter((name) => !name.startsWith('manifest')))
      if (!['index.html', 'keys.json'].includes(path)) expect(files['index.html']).toContain(path);
    expect(linesOf(files['members.jsonl'])).toHaveLength(4);
    expect(linesOf(files['policies.jsonl'])).toEqual([
      expect.objectContaining({ severityThreshold: defaultPolicy.severityThreshold }),
    ]);
    expect(files['readme.txt']).toContain('npm run verify-ledger -- ledger.csv');
    expect(files['controls.csv']).toContain('SOC 2 CC7.1');
    expect(`${files['controls.csv']}${files['index.html']}`).not.toMatch(/is met|complies|compliant with/i);
  });

  test('lists the scans of the period, including its first instant and excluding its last', async () => {
    const inside = [new Date('2026-03-01T00:00:00.000Z'), noon, new Date('2026-03-31T23:59:59.999Z')];
    const outside = [new Date('2026-02-28T23:59:59.999Z'), new Date('2026-04-01T00:00:00.000Z')];
    const scans = [];
    for (const at of [...inside, ...outside]) scans.push(await world.scanAt(at));
    const files = await world.filesOf();
    const expected = scans.slice(0, 3).map(({ scanId }) => scanId);
    expect(linesOf(files['verdicts.jsonl']).map(({ scanId }) => scanId)).toEqual(expected);
    expect(linesOf(files['attestations.jsonl']).map(({ scanId }) => scanId)).toEqual(expected);
    expect(files['verdicts.csv']?.trim().split('\r\n')).toHaveLength(4);
  });

  test('includes findings and SBOMs when requested', async () => {
    const { scanId } = await world.scanAt(noon, { units: [rootUnit] }, findingsOfEachKind);
    const files = await world.filesOf({ include: ['findings', 'sbom'] });
    expect(linesOf(files['findings.jsonl']).map(({ kind }) => kind)).toEqual(
      findingsOfEachKind.map(({ kind }) => kind),
    );
    expect(linesOf(files['sboms.jsonl'])).toEqual([
      { scanId, projectUnitId: rootUnit.projectUnitId, sbom: { bomFormat: 'CycloneDX' } },
    ]);
  });

  test('has a manifest of its files, signed with the key of the service', async () => {
    await world.scanAt(noon);
    const files = await world.filesOf();
    const text = files['manifest.json'] ?? '';
    const manifest = JSON.parse(text) as EvidenceManifest;
    expect(manifest).toMatchObject({ kind: 'auditor_pack', organizationId: world.organizationId });
    const listed = Object.keys(files).filter((path) => !path.startsWith('manifest'));
    expect(manifest.files.map(({ path }) => path)).toEqual(listed);
    for (const { path, sha256: digest } of manifest.files) expect(sha256(files[path] ?? '')).toBe(digest);
    const envelope = JSON.parse(files['manifest.dsse.json'] ?? '') as DsseEnvelope;
    expect(Buffer.from(envelope.payload, 'base64').toString()).toBe(text);
    const signed = preAuthenticationEncoding(envelope.payloadType, Buffer.from(text));
    const [signature] = envelope.signatures;
    const key = { key: Buffer.from(world.signer.newest.spki), format: 'der', type: 'spki' } as const;
    expect(verifySignature('sha256', signed, key, Buffer.from(signature?.sig ?? '', 'base64'))).toBe(true);
  });

  test('has a ledger that verify-ledger accepts, with the totals of the pool', async () => {
    const { organizationId, store } = world;
    await bookMany(store, { accountId: organizationId, count: 30, at: noon });
    const files = await world.filesOf();
    expect(verify(files['ledger.csv'] ?? '')).toMatchObject({ pools: expect.any(Array) as unknown });
    const rows = linesOf(files['ledger.jsonl']).filter(({ pool }) => pool === 'core');
    const pool = await store.get('pool', { accountId: organizationId, pool: 'core' });
    expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(pool?.available);
  });

  test('names who requested a waiver and who approved it, for waivers in force in the period', async () => {
    const { organization, organizationId, store } = world;
    const people = {
      createdBy: organization.as('member').personId,
      approvedBy: organization.as('owner').personId,
    };
    const { endedAt: _ended, endedBy: _by, ...waiver } = fullWaivers.waiver;
    const inForce = {
      ...waiver,
      ...people,
      organizationId,
      status: 'approved',
      createdAt: '2026-02-01T00:00:00.000Z',
    };
    const late = { ...inForce, waiverId: 'w-late', createdAt: '2026-04-01T00:00:00.000Z' };
    const over = { ...inForce, waiverId: 'w-over', expiresAt: '2026-02-28T23:59:59.999Z' };
    for (const item of [{ ...inForce, expiresAt: '2026-12-01T00:00:00.000Z' }, late, over])
      await write(store, [{ change: 'insert', record: 'waiver', item: item as Waiver }]);
    const files = await world.filesOf();
    expect(linesOf(files['waivers.jsonl'])).toEqual([
      expect.objectContaining({
        waiverId: waiver.waiverId,
        createdByEmail: 'member@example.com',
        approvedByEmail: 'owner@example.com',
      }),
    ]);
    expect(files['waivers.csv']).toContain('owner@example.com');
  });

  test('has the audit events of the period, and nothing that came after its request', async () => {
    await world.request({}, { now: later(30) });
    const files = await world.filesOf({}, later(60));
    const actions = linesOf(files['audit-events.jsonl']).map(({ action, target }) => [action, target]);
    expect(actions).toContainEqual(['auditor_pack.requested', '20260310-1']);
    expect(actions).not.toContainEqual(['auditor_pack.requested', '20260310-2']);
  });

  test('emits an event, and its record has size and digest', async () => {
    await world.scanAt(noon);
    const { organizationId, store } = world;
    await write(store, [
      { change: 'update', record: 'organization', id: { organizationId }, set: { listens: ['*'] } },
    ]);
    await world.filesOf();
    const [pack] = store.all('auditorPack');
    expect(pack).toMatchObject({ state: 'ready', scans: 1, readyAt: later(120).toISOString() });
    expect(store.all('storedEvent')).toEqual([
      expect.objectContaining({
        type: 'auditor_pack.ready',
        data: expect.objectContaining({ packId: pack?.packId, sha256: pack?.sha256 }) as unknown,
      }),
    ]);
  });

  test('of a client organization has neither the ledger nor the invoices of its parent', async () => {
    const parent = await newOrganization(world.store);
    const client = await packWorld({ parent: parent.organizationId }, world.store);
    await client.scanAt(noon);
    const files = await client.filesOf();
    expect(Object.keys(files).filter((path) => /ledger|invoices/.test(path))).toEqual([]);
    expect(Object.keys(files)).toContain('verdicts.csv');
    for (const page of [files['readme.txt'], files['index.html']]) {
      expect(page).toContain('they belong to the organization that pays');
      expect(page).not.toMatch(/ledger\.csv|verify-ledger/);
    }
  });
});

describe('text written by others', () => {
  test('is not computed by a spreadsheet, and is plain text in the page', async () => {
    const texts = [
      ...hostileTexts,
      '=1+1',
      '+cmd',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      '＝1',
      'a;=1+1',
      'a;"=1',
      'a\t=1+1',
    ];
    const { organizationId, store, repository } = world;
    for (const [index, text] of texts.entries()) await world.scanAt(later(index), { branch: text });
    await write(store, [
      {
        change: 'update',
        record: 'organization',
        id: { organizationId },
        set: { name: '<script>alert(1)</script>' },
      },
      {
        change: 'update',
        record: 'repository',
        id: { organizationId, repositoryId: repository.repositoryId },
        set: { fullName: '=HYPERLINK("https://evil.example.com")' },
      },
    ]);
    const files = await world.filesOf();
    for (const [path, text] of Object.entries(files))
      if (path.endsWith('.csv') && path !== 'ledger.csv') expect([path, formulas(text)]).toEqual([path, []]);
    expect(files['index.html']).not.toMatch(/<script|<a |<img/);
  });

  test('that is a credential is in no file', async () => {
    const { organizationId, store, repository } = world;
    const set = { credential: { ciphertext: 'sealed-credential' } };
    const { repositoryId } = repository;
    await write(store, [
      { change: 'update', record: 'repository', id: { organizationId, repositoryId }, set },
    ]);
    const { packId } = await world.request();
    await world.run(packId);
    const { url } = await world.link(packId);
    const files = await world.filesOf({}, later(600));
    const text = Object.values(files).join('\n');
    const secret = url.split('#')[1] ?? 'none';
    for (const planted of ['sealed-credential', secret, sha256(secret)]) expect(text).not.toContain(planted);
    expect(text).toContain('auditor_pack.link_created');
  });
});

describe('a pack that is assembled twice concurrently', () => {
  test('is the object that its record names, and the late run replaces nothing', async () => {
    const { organizationId, store, blobs } = world;
    await world.scanAt(noon);
    const { packId } = await world.request();
    const late = Promise.withResolvers<undefined>();
    const slow: typeof blobs.putStream = async (key, body) => {
      await late.promise;
      await blobs.putStream(key, body);
    };
    const ref = { organizationId, packId };
    const slices = [{ slice: 1 }];
    const planned = { ...ref, slices };
    const ports = { store, signer: world.signer, verificationKeys: world.signer };
    await planAuditorPack(ref, { store, blobs });
    await writeAuditorPackSlice({ ...ref, slice: 1 }, { store, blobs });
    const readsRunning = Promise.withResolvers<undefined>();
    const putStream: typeof slow = (key, body) => {
      readsRunning.resolve(undefined);
      return slow(key, body);
    };
    const slowBlobs = { get: blobs.get.bind(blobs), open: blobs.open.bind(blobs), putStream };
    const context = () => ({ now: later(120), ids: testIds });
    const second = assembleAuditorPack(planned, { ...ports, blobs: slowBlobs }, context());
    await readsRunning.promise;
    await assembleAuditorPack(planned, { ...ports, blobs }, context());
    late.resolve(undefined);
    await expect(second).rejects.toThrow('another run has ended the pack');
    const [pack] = store.all('auditorPack');
    if (!pack) throw new Error('the pack is gone');
    const content = await blobs.get(packKey(pack));
    expect(sha256(content ?? '')).toBe(pack.sha256);
    const zips = [...blobs.objects].filter(([name]) => name.startsWith('packs/'));
    expect(zips.map(([, bytes]) => sha256(bytes) === pack.sha256).toSorted()).toEqual([false, true]);
    // Erasure removes everything under the organization, and so both attempts.
    expect(zips.every(([name]) => name.startsWith(`packs/${organizationId}/${packId}/`))).toBe(true);
  });
});

describe('a pack that fails', () => {
  test('is marked as failed, and a late run does not change one that is ready', async () => {
    const { organizationId } = world;
    const { packId } = await world.request();
    const ports = { ...world, verificationKeys: world.signer };
    await assembleAuditorPack({ organizationId, packId, failed: true }, ports, {
      now: later(90),
      ids: testIds,
    });
    expect(world.store.all('auditorPack')[0]).toMatchObject({ state: 'failed' });
    await world.run(packId);
    expect(world.store.all('auditorPack')[0]).toMatchObject({ state: 'failed' });
  });
});
