import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { proofFiles } from '#app/evidence/proof/proof-files.ts';
import { maxProofBytes } from '@scangate/domain/evidence/proof-size';
import { writeProof } from '#app/evidence/proof/write-proof.ts';
import type { EndedScan } from '#app/scans/load-scan.ts';
import type { Scan } from '@scangate/domain/records';
import type { EvidenceManifest } from '@scangate/domain/evidence/manifest';
import { payloadNames } from '@scangate/domain/scans/payload-retention';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { sha256 } from '@scangate/engines/model/digest';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import type { ProofInput } from '#test/support/evidence/proof-digest.ts';
import { extensionOf } from '#test/support/evidence/open-envelope.ts';
import { readZip } from '#test/support/offboarding/read-zip.ts';
import { judgedScans, packageLock } from '#test/support/scans/judged-scans.ts';
import { later } from '#test/support/world.ts';

const packages = { left: { version: '1.0.0' }, copyleft: { version: '2.0.0', license: 'GPL-3.0-only' } };
const lockfile = packageLock({ left: '^1.0.0', copyleft: '^2.0.0' }, packages);
const planted = 'ghp_' + 'R8vXw2LkQ9zT4mNc7BdF1hJs6PyK3gA0iq4S'.slice(0, 36);

const setUp = async () => {
  const store = new MemoryStore();
  const judged = await judgedScans(store, { ...emptyAdvisoryIndex, snapshotId: 'snapshot-1' });
  const { signer, blobs, publicAddress } = judged.world;
  const calls: string[] = [];
  const counted = <P extends object>(port: P, names: (keyof P & string)[]): P => ({
    ...port,
    ...Object.fromEntries(
      names.map((name) => [
        name,
        (...given: unknown[]) => {
          calls.push(name);
          return (port[name] as (...args: unknown[]) => unknown).apply(port, given);
        },
      ]),
    ),
  });
  const ports = {
    store: counted({ get: store.get, commit: store.commit.bind(store) }, ['get', 'commit']),
    blobs: counted({ get: blobs.get.bind(blobs), open: blobs.open.bind(blobs) }, ['get', 'open']),
    signer,
    publicAddress,
    verificationKeys: signer,
  };
  const proof = async (scan: Scan): Promise<Buffer> =>
    buffer(await writeProof(scan as EndedScan, 'Team', { ports: ports as never, now: later(60) }));
  const scanned = () =>
    judged.scan({ 'package-lock.json': lockfile, '.env': `TOKEN=${planted}\n`, '<b>x</b>.env': '=1' });
  return { ...judged, store, blobs, signer, calls, proof, scanned };
};

let world: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  world = await setUp();
});

const manifestOf = (files: Record<string, string>): EvidenceManifest =>
  JSON.parse(files['manifest.json'] ?? '') as EvidenceManifest;

describe('a proof', () => {
  test('contains the verdict, its signature, the evidence, and reports of both', async () => {
    const scan = await world.scanned();
    const files = await readZip(await world.proof(scan));
    const unit = scan.units[0]?.projectUnitId;
    expect(Object.keys(files)).toEqual([
      'readme.txt',
      'report.html',
      'report.md',
      'verdict.json',
      'attestation.json',
      'keys.json',
      'findings.json',
      'findings.sarif',
      'sbom.cdx.json',
      'sbom.spdx.json',
      'vex.cdx.json',
      'policy.json',
      'waivers.json',
      'coverage.json',
      'evidence/gate.json',
      `evidence/${unit}/findings.json`,
      `evidence/${unit}/sbom.json`,
      'manifest.json',
    ]);
    expect(files['report.html']).toContain(`<h1>Scangate: ${scan.verdict?.verdict}</h1>`);
    expect(JSON.parse(files['verdict.json'] ?? '')).toMatchObject({
      scanId: scan.scanId,
      verdict: scan.verdict?.verdict,
      policyDigest: scan.policyDigest,
    });
    expect(validateSbom(JSON.parse(files['sbom.cdx.json'] ?? ''))).toEqual([]);
    expect(JSON.parse(files['sbom.spdx.json'] ?? '')).toMatchObject({ spdxVersion: 'SPDX-2.3' });
    expect(JSON.parse(files['findings.sarif'] ?? '')).toMatchObject({ version: '2.1.0' });
  });

  test('has a manifest of every other file, in the order of the archive', async () => {
    const scan = await world.scanned();
    const { 'manifest.json': _manifest, ...others } = await readZip(await world.proof(scan));
    const manifest = manifestOf({ 'manifest.json': _manifest ?? '' });
    expect(manifest).toMatchObject({ kind: 'proof', version: 1, subject: scan.scanId });
    expect(manifest.files).toEqual(
      Object.entries(others).map(([path, text]) => ({
        path,
        bytes: Buffer.byteLength(text),
        sha256: sha256(text),
      })),
    );
  });

  test('is bound by its attestation: evidence, policy and coverage', async () => {
    const scan = await world.scanned();
    const files = await readZip(await world.proof(scan));
    const stated = extensionOf(JSON.parse(files['attestation.json'] ?? '') as never);
    const evidence = Object.keys(files).filter((path) => path.startsWith('evidence/'));
    expect(Object.keys(stated.evidence).map((name) => `evidence/${name}`)).toEqual(evidence);
    for (const [name, digest] of Object.entries(stated.evidence))
      expect(sha256(files[`evidence/${name}`] ?? '')).toBe(digest);
    expect(`sha256:${sha256(files['policy.json'] ?? '')}`).toBe(stated.policyDigest);
    expect(`sha256:${sha256(files['coverage.json'] ?? '')}`).toBe(stated.coverageDigest);
  });

  test('takes five calls and a read for each unit with a short SBOM', async () => {
    const scan = await world.scanned();
    world.calls.length = 0;
    await world.proof(scan);
    // The scan is the fifth; the handler reads it.
    const reads = world.calls.filter((call) => call === 'get').length;
    expect([reads, world.calls.length]).toEqual([4 + scan.units.length, reads]);
  });

  test('contains no secret of the repository', async () => {
    const bytes = await world.proof(await world.scanned());
    expect(Object.values(await readZip(bytes)).join('\n')).not.toContain(planted);
  });
});

describe('the bytes of a proof', () => {
  test('are those of a zip that unzip accepts, stored', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'proof-')), 'proof.zip');
    writeFileSync(path, await world.proof(await world.scanned()));
    expect(execFileSync('unzip', ['-t', path]).toString()).toContain('No errors detected');
    expect(execFileSync('unzip', ['-v', path]).toString()).not.toContain('Defl');
  });

  test('are the same each time, in three time zones and other processes', async () => {
    const scan = await world.scanned();
    const bytes = await world.proof(scan);
    expect(sha256(await world.proof(scan))).toBe(sha256(bytes));
    const files = await readZip(bytes);
    const { organizationId, repositoryId, policyDigest: digest } = scan;
    const stated = extensionOf(JSON.parse(files['attestation.json'] ?? '') as never);
    const names = Object.keys(stated.evidence);
    const objects: ProofInput['objects'] = {};
    for (const name of names.map((each) => `${scan.scanId}/${each}`)) {
      const content = await world.blobs.get({ area: 'results', organizationId, name });
      // A short SBOM is in the object of the findings.
      if (content) objects[name] = Buffer.from(content).toString('base64');
    }
    const input: ProofInput = {
      scan: scan as EndedScan,
      proven: {
        signed: {
          'attestation.json': files['attestation.json'] ?? '',
          'keys.json': files['keys.json'] ?? '',
        },
        evidence: names,
      },
      records: {
        repository: (await world.store.get('repository', { organizationId, repositoryId })) ?? {},
        policy: (await world.store.get('policy', { organizationId, digest })) ?? {},
      },
      objects,
    };
    const path = join(mkdtempSync(join(tmpdir(), 'proof-')), 'input.json');
    writeFileSync(path, JSON.stringify(input));
    const script = join(import.meta.dirname, '../../../support/evidence/proof-digest.ts');
    const digests = ['Pacific/Kiritimati', 'Pacific/Midway', 'Asia/Kathmandu'].map((zone) =>
      execFileSync(process.execPath, [script, path], { env: { ...process.env, TZ: zone } }).toString(),
    );
    expect(digests).toEqual([sha256(bytes), sha256(bytes), sha256(bytes)]);
  }, 60_000);
});

describe('refused', () => {
  test('409 not_attested: a failed scan', async () => {
    const scan = await world.scanned();
    const failed = { ...scan, verdict: { ...scan.verdict, verdict: 'ERROR' }, scanId: 'another' } as Scan;
    await expect(world.proof(failed)).rejects.toMatchObject({ code: 'not_attested' });
  });

  test('410 payload_expired: a purged scan, although its attestation remains', async () => {
    const scan = await world.scanned();
    const { organizationId } = scan;
    for (const name of payloadNames(scan).flat())
      await world.blobs.remove({ area: 'results', organizationId, name });
    await expect(world.proof(scan)).rejects.toMatchObject({ code: 'payload_expired' });
  });

  test('422 proof_too_large: before the first byte, and without reading further', async () => {
    const scan = await world.scanned();
    const large = Buffer.from('{}'.padEnd(1 + maxProofBytes / 2));
    let reads = 0;
    const get = async () => ((reads += 1), large);
    const ports = { store: world.store, blobs: { get, open: world.blobs.open } };
    const proven = { signed: {} as never, evidence: ['a.json', 'b.json', 'c.json'] };
    const ended = { ...scan, units: [] } as unknown as EndedScan;
    const files = proofFiles(ended, proven, ports as never);
    await expect(files).rejects.toMatchObject({ code: 'proof_too_large' });
    expect(reads).toBe(2);
  });
});
