import { describe, expect, test } from 'vitest';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { readEnvelope, readKeySet, verifyEnvelope } from '@scangate/domain/evidence/check-envelope';
import { sha256 } from '@scangate/engines/model/digest';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { judgedRequests, clean, vulnerable } from '#test/support/api/judged-requests.ts';
import { extensionOf, openEnvelope } from '#test/support/evidence/open-envelope.ts';
import { commitHash, newScan } from '#test/support/scans/workflow.ts';
import { newOrganization, noon } from '#test/support/world.ts';

const fixture = judgedRequests();
const dsse = 'application/vnd.dsse.envelope.v1+json';
const bundleType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

const get = (scanId: string, more: CallOptions = {}) =>
  call('get-attestation', {
    caller: fixture.scans.organization.as('member'),
    params: { scanId },
    ...more,
  });
/** Uses the key by which the workflow of the test signs. */
const scanned = async (files: Record<string, string>) => {
  world.signer = fixture.scans.world.signer;
  return fixture.scans.scan(files);
};
const keysNow = async () =>
  readKeySet((await call('get-verification-keys', {})).text) ?? expect.fail('these are keys');

describe('200', () => {
  test.each([
    ['PASSED', clean],
    ['FAILED', vulnerable],
  ])('the envelope of a verdict that %s, which the published keys verify', async (result, files) => {
    const { scanId, commitHash: commit } = await scanned(files);
    const { status, headers, text } = await get(scanId);
    expect([status, headers['Content-Type'], headers['Cache-Control']]).toEqual([200, dsse, 'no-store']);
    const envelope = readEnvelope(text) ?? expect.fail('this is an envelope');
    expect(verifyEnvelope(envelope, await keysNow())).toMatchObject({ isRevoked: false });
    expect(openEnvelope(envelope)).toMatchObject({
      subject: [{ digest: { gitCommit: commit } }],
      predicate: { verificationResult: result },
    });
  });

  test('the same envelope in a Sigstore bundle, by Accept, and for clients that ask for plain JSON', async () => {
    const { scanId } = await scanned(clean);
    const envelope = (await get(scanId)).body;
    const bundle = await get(scanId, { headers: { Accept: bundleType } });
    expect(bundle.headers).toMatchObject({ 'Content-Type': bundleType, Vary: 'Accept' });
    expect(bundle.body).toMatchObject({ mediaType: bundleType, dsseEnvelope: envelope });
    const plain = await get(scanId, { headers: { Accept: 'application/json' } });
    expect([plain.headers['Content-Type'], plain.body]).toEqual([dsse, envelope]);
  });

  test('a later judgment has its own attestation', async () => {
    const { scanId } = await scanned(vulnerable);
    Object.assign(world, { advisories: { ...world.advisories, snapshotId: 'newer' } });
    const caller = fixture.scans.organization.as('member');
    const { body } = await call('rejudge-scan', { caller, params: { scanId } });
    const { inputsDigest } = body['judgment'] as { inputsDigest: string };
    const { status, text } = await get(scanId, { query: { judgment: inputsDigest } });
    const stated = extensionOf(readEnvelope(text) ?? expect.fail('this is an envelope'));
    expect([status, stated]).toMatchObject([
      200,
      { scanId, judgment: inputsDigest, advisorySnapshot: { id: 'newer' } },
    ]);
  });

  test('of an artifact is about its bytes, and its commit is only claimed', async () => {
    world.signer = fixture.scans.world.signer;
    const { organization, repository } = fixture.scans;
    const content = clean['package-lock.json'];
    const request = {
      lockfile: { path: 'package-lock.json' },
      artifactSha256: sha256(content),
      projectUnitId: repository.units[0]?.projectUnitId ?? '',
    };
    const created = await newScan(world.store, { caller: organization.as('member'), repository, request });
    expect(created.artifact).toMatchObject({ kind: 'lockfile', sha256: sha256(content) });
    const { verdict } = await scanned(clean);
    await world.store.commit([
      {
        change: 'update',
        record: 'scan',
        id: { organizationId: created.organizationId, scanId: created.scanId },
        set: { ...(verdict && { verdict }), status: 'completed' },
      },
    ]);
    const { text } = await get(created.scanId);
    const envelope = readEnvelope(text) ?? expect.fail('this is an envelope');
    expect(openEnvelope(envelope).subject[0]?.digest).toEqual({ sha256: sha256(content) });
    expect(extensionOf(envelope).claimedCommit).toBe(commitHash);
  });
});

describe('refusals', () => {
  test('402 if nothing was signed yet and the plan lacks proof_export; signed attestations stay', async () => {
    const { scanId } = await scanned(clean);
    const onFree = {
      ...fixture.scans.organization.as('member'),
      plan: 'Free' as const,
      tokenKind: 'session' as const,
    };
    expect((await get(scanId, { caller: onFree })).status).toBe(200);
    fixture.scans.world.signer.isSilent = true;
    const unsigned = await scanned(clean);
    fixture.scans.world.signer.isSilent = false;
    const { status, body } = await get(unsigned.scanId, { caller: onFree });
    expect([status, body['code'], body['capability']]).toEqual([402, 'entitlement_denied', 'proof_export']);
  });

  test('404 for an unknown scan, one of another organization, and an unknown judgment', async () => {
    const { scanId } = await scanned(clean);
    const other = (await newOrganization(world.store)).as('owner');
    expect((await get(scanId, { caller: other })).body['code']).toBe('scan_not_found');
    expect((await get('00000000-0000-7000-8000-00000000dead')).body['code']).toBe('scan_not_found');
    const judgment = `sha256:${'0'.repeat(64)}`;
    expect((await get(scanId, { query: { judgment } })).body['code']).toBe('not_found');
  });

  test('409 scan_not_ended while the scan runs, 409 not_attested when it was canceled', async () => {
    const { organization, repository, organizationId } = fixture.scans;
    const { scanId } = await newScan(world.store, { caller: organization.as('member'), repository });
    const running = await get(scanId);
    expect([running.status, running.body['code']]).toEqual([409, 'scan_not_ended']);
    const outcomeOf = () => ({ status: 'cancelled' as const });
    await endScan({ organizationId, scanId, outcomeOf }, fixture.scans.world, noon);
    const { status, body } = await get(scanId);
    expect([status, body['code']]).toEqual([409, 'not_attested']);
  });

  test('406 for another media type, 400 for an invalid digest', async () => {
    const { scanId } = await scanned(clean);
    expect((await get(scanId, { headers: { Accept: 'text/html' } })).status).toBe(406);
    expect((await get(scanId, { query: { judgment: 'first' } })).status).toBe(400);
  });
});
