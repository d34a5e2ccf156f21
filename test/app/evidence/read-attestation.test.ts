import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { attestationOf } from '#app/evidence/read-attestation.ts';
import { loadEvidence } from '#app/reports/unit-documents.ts';
import { rejudgeScan } from '#app/verdict/rejudge-scan.ts';
import type { EndedScan } from '#app/scans/load-scan.ts';
import type { Scan } from '@scangate/domain/records';
import { payloadNames } from '@scangate/domain/scans/payload-retention';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { digestOf, sha256 } from '@scangate/engines/model/digest';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { extensionOf, openEnvelope } from '#test/support/evidence/open-envelope.ts';
import { judgedScans, packageLock } from '#test/support/scans/judged-scans.ts';
import { later, noon } from '#test/support/world.ts';

const lockfile = packageLock({ left: '^1.0.0' }, { left: { version: '1.0.0' } });
const advisories = { ...emptyAdvisoryIndex, snapshotId: 'snapshot-1' };

const setUp = async () => {
  const store = new MemoryStore();
  const judged = await judgedScans(store, advisories);
  const { signer, blobs, publicAddress } = judged.world;
  const ports = { store, blobs, signer, publicAddress, verificationKeys: signer };
  const read = (
    scan: EndedScan | object,
    request: { judgment?: string; plan?: 'Team' | 'Free' } = {},
    now = later(60),
  ) => attestationOf(scan as EndedScan, { plan: 'Team', ...request }, { ports, now });
  const rows = () => store.all('attestation');
  return { ...judged, store, signer, blobs, read, rows };
};
type World = Awaited<ReturnType<typeof setUp>>;

let world: World;
beforeEach(async () => {
  world = await setUp();
});

/** Removes the objects of a scan, as the daily job does. */
const purge = async (scan: Scan): Promise<void> => {
  const { organizationId } = scan;
  for (const name of payloadNames(scan).flat())
    await world.blobs.remove({ area: 'results', organizationId, name });
};

const scanned = () => world.scan({ 'package-lock.json': lockfile });

describe('a scan that ends with a verdict', () => {
  test('is signed once, in its ending transaction, over what is stored', async () => {
    const scan = await scanned();
    const [row] = world.rows();
    expect([world.signer.asked, world.rows().length]).toEqual([1, 1]);
    const { envelope, key } = await world.read(scan);
    expect([world.signer.asked, row?.statement]).toEqual([
      1,
      Buffer.from(envelope.payload, 'base64').toString('utf8'),
    ]);
    expect(key).toMatchObject({ keyId: row?.keyId, state: 'signing' });
    const { organizationId, scanId, verdict } = scan;
    const { evidence, ...stated } = extensionOf(envelope);
    expect(stated).toMatchObject({
      organizationId,
      scanId,
      fullScope: true,
      reasons: verdict?.reasons,
      inventoryDigest: verdict?.inventoryDigest,
      suppressionsDigest: verdict?.suppressionsDigest,
      coverageDigest: digestOf(verdict?.coverage),
      advisorySnapshot: { id: 'snapshot-1' },
    });
    const unit = scan.units[0]?.projectUnitId;
    expect(Object.keys(evidence)).toEqual(['gate.json', `${unit}/findings.json`, `${unit}/sbom.json`]);
    for (const [name, digest] of Object.entries(evidence)) {
      const stored = await loadEvidence({ organizationId, scanId }, name, world.blobs);
      expect(sha256(stored ?? new Uint8Array())).toBe(digest);
    }
    expect(openEnvelope(envelope)).toMatchObject({
      subject: [{ name: world.repository.fullName, digest: { gitCommit: scan.commitHash } }],
      predicate: {
        verifier: { id: 'https://scangate.example' },
        timeVerified: verdict?.judgedAt,
        resourceUri: world.repository.url,
        policy: { digest: { sha256: scan.policyDigest.replace('sha256:', '') } },
        verificationResult: 'PASSED',
        verifiedLevels: ['SCANGATE_GATE_CRITICAL'],
      },
    });
  });

  test('ends unsigned when the key does not answer, and its first reader signs what is stored', async () => {
    world.signer.isSilent = true;
    const scan = await scanned();
    expect([scan.status, world.rows()]).toEqual(['completed', []]);
    await expect(world.read(scan)).rejects.toThrow('did not respond in time');
    world.signer.isSilent = false;
    const { envelope } = await world.read(scan);
    expect(openEnvelope(envelope).predicate.timeVerified).toBe(scan.verdict?.judgedAt);
    expect(Object.keys(extensionOf(envelope).evidence)).toHaveLength(3);
    expect((await world.read(scan)).envelope).toEqual(envelope);
    expect(world.rows()).toHaveLength(1);
  });

  test('is signed by one of two concurrent readers, and both get what is stored', async () => {
    world.signer.isSilent = true;
    const scan = await scanned();
    world.signer.isSilent = false;
    const [one, two] = await Promise.all([world.read(scan), world.read(scan)]);
    expect(one.envelope).toEqual(two.envelope);
    expect(world.rows()).toHaveLength(1);
  });

  test('keeps its signed verdict when its payload is purged, and after a downgrade', async () => {
    const scan = await scanned();
    const { envelope } = await world.read(scan);
    await purge(scan);
    expect((await world.read(scan, { plan: 'Free' })).envelope).toEqual(envelope);
  });
});

describe('an unsigned verdict', () => {
  test('names no documents once they are purged', async () => {
    world.signer.isSilent = true;
    const scan = await scanned();
    world.signer.isSilent = false;
    await purge(scan);
    const { evidence, engines } = extensionOf((await world.read(scan)).envelope);
    expect([Object.keys(evidence), engines]).toEqual([[], {}]);
  });

  test('402: the plan does not include proof_export', async () => {
    world.signer.isSilent = true;
    const scan = await scanned();
    world.signer.isSilent = false;
    await expect(world.read(scan, { plan: 'Free' })).rejects.toMatchObject({ code: 'entitlement_denied' });
    expect(world.rows()).toEqual([]);
  });

  test('409 not_attested: the scan failed', async () => {
    const scan = await scanned();
    const failed = { ...scan, scanId: 'another', verdict: { ...scan.verdict, verdict: 'ERROR' } };
    await expect(world.read(failed)).rejects.toMatchObject({ code: 'not_attested' });
  });
});

describe('the signing keys', () => {
  test('of the past verify what they signed; verdicts of a revoked one are signed again', async () => {
    const scan = await scanned();
    const first = await world.read(scan);
    world.signer.rotate();
    const kept = await world.read(scan);
    expect([kept.envelope, kept.key.state]).toEqual([first.envelope, 'verifying']);
    world.signer.revoke(first.key.keyId);
    const again = await world.read(scan);
    expect(again.envelope.payload).toBe(first.envelope.payload);
    expect([again.key.keyId, again.key.state]).toEqual([world.signer.newest.keyId, 'signing']);
    expect((await world.read(scan)).envelope).toEqual(again.envelope);
    expect(world.rows()).toHaveLength(1);
  });

  test('that left the key set count as revoked', async () => {
    const scan = await scanned();
    await world.read(scan);
    world.signer.rotate();
    world.signer.all.splice(1);
    expect((await world.read(scan)).key.keyId).toBe(world.signer.newest.keyId);
  });
});

describe('a later judgment', () => {
  test('has its own attestation, beside that of the first verdict', async () => {
    const scan = await scanned();
    await world.setPolicy({ ...defaultPolicy, severityThreshold: 'low' });
    const ports = { store: world.store, blobs: world.blobs, advisories: world.advisories };
    const { organizationId, scanId } = scan;
    const { judgment } = await rejudgeScan({ organizationId, scanId }, ports as never, later(120));
    const rejudged = { ...scan, judgments: [judgment] };
    const { envelope } = await world.read(rejudged, { judgment: judgment.inputsDigest });
    expect(openEnvelope(envelope).predicate).toMatchObject({
      timeVerified: later(120).toISOString(),
      verifiedLevels: ['SCANGATE_GATE_LOW'],
    });
    expect(extensionOf(envelope)).toMatchObject({ judgment: judgment.inputsDigest });
    expect(Object.keys(extensionOf(envelope).evidence)).toEqual([
      `${scan.units[0]?.projectUnitId}/sbom.json`,
    ]);
    expect(openEnvelope((await world.read(scan)).envelope).predicate.timeVerified).toBe(noon.toISOString());
    // It stays when the scan keeps newer judgments in its place.
    expect((await world.read(scan, { judgment: judgment.inputsDigest })).envelope).toEqual(envelope);
  });

  test('404: the scan has no such judgment', async () => {
    const scan = await scanned();
    await expect(world.read(scan, { judgment: 'sha256:none' })).rejects.toMatchObject({ code: 'not_found' });
  });
});
