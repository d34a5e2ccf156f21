import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { readZip } from '#adapters/zip/read-zip.ts';
import { writeProof } from '#app/evidence/proof/write-proof.ts';
import type { EndedScan } from '#app/scans/load-scan.ts';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { keySetOf } from '#test/support/evidence/signed-verdict.ts';
import { judgedScans, packageLock } from '#test/support/scans/judged-scans.ts';
import { later } from '#test/support/world.ts';

const file = join(mkdtempSync(join(tmpdir(), 'proofs-')), 'proof.zip');

test('the proof of a scan is valid for its commit, and no longer once any byte of a file differs', async () => {
  const store = new MemoryStore();
  const judged = await judgedScans(store, { ...emptyAdvisoryIndex, snapshotId: 'snapshot-1' });
  const { signer, blobs, publicAddress } = judged.world;
  const lockfile = packageLock({ left: '^1.0.0' }, { left: { version: '1.0.0' } });
  const scan = (await judged.scan({ 'package-lock.json': lockfile })) as EndedScan;
  const ports = { store, blobs, signer, publicAddress, verificationKeys: signer };
  const zip = await buffer(await writeProof(scan, 'Team', { ports, now: later(60) }));
  const keys = await keySetOf(signer);

  // Without advisories nothing is known of the dependencies.
  const types = ['--types', 'sbom,license'];
  const verify = async (bytes: Uint8Array, args = types): Promise<string> => {
    writeFileSync(file, bytes);
    const required = ['--organization', scan.organizationId, '--commit', scan.commitHash];
    const { exitCode, out } = await runMain(
      ['verify', 'attestation', file, '--keys', 'k', ...required, ...args],
      {
        now: () => later(3_600),
        files: {
          read: async (name, most) =>
            (name === 'k' ? Buffer.from(keys) : readFileSync(name)).subarray(0, most),
          openZip: readZip,
        },
      },
    );
    return `${exitCode}: ${out.split('\n')[0]}`;
  };

  expect(await verify(zip)).toBe('0: Valid.');
  expect(await verify(zip, [])).toBe(
    '1: Not valid: attestation.json: it does not cover dependency-advisor, sca.',
  );
  const at = zip.lastIndexOf('"bomFormat"');
  const changed = Buffer.from(zip);
  changed[at + 2] = (changed[at + 2] ?? 0) ^ 1;
  const unit = scan.units[0]?.projectUnitId;
  expect(await verify(changed)).toBe(`1: Not valid: evidence/${unit}/sbom.json was changed.`);
});
