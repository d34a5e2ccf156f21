import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import { readZip } from '#adapters/zip/read-zip.ts';
import { createBundle } from '#app/bundles/manage-bundles.ts';
import { releaseBundle } from '#app/bundles/release-bundle.ts';
import { attestationOfRelease, proofOfRelease } from '#app/bundles/read-releases.ts';
import { bundleWorld } from '#test/support/bundles/bundle-world.ts';
import { keySetOf } from '#test/support/evidence/signed-verdict.ts';
import { noon } from '#test/support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'releases-'));
const proof = join(folder, 'release.zip');
const envelope = join(folder, 'release.json');
let world: Awaited<ReturnType<typeof bundleWorld>>;
let keys = '';

beforeAll(async () => {
  world = await bundleWorld();
  const release = await world.release({ version: '1.0.0' });
  const stream = await proofOfRelease(release, world.ports, noon);
  writeFileSync(proof, Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)));
  const attested = await attestationOfRelease(release, world.ports, noon);
  writeFileSync(envelope, JSON.stringify(attested.envelope));
  keys = await keySetOf(world.ports.signer);
});

const verify = async (file: string, args: string[] = []): Promise<string> => {
  const all = [file, '--keys', 'k', '--organization', world.organizationId, ...args];
  const { exitCode, out } = await runMain(['verify', 'attestation', ...all], {
    now: () => noon,
    files: {
      read: async (name, bytes) => (name === 'k' ? Buffer.from(keys) : readFileSync(name)).subarray(0, bytes),
      openZip: readZip,
    },
  });
  return `${exitCode}: ${out.split('\n')[0]}`;
};

test('the proof of a release is valid for each of its repositories and commits', async () => {
  expect(await verify(proof)).toBe('0: Valid.');
  for (const [repository, scan] of [
    [world.shop, world.scans.shop],
    [world.api, world.scans.api],
  ] as const)
    expect(await verify(proof, ['--repository', repository.fullName, '--commit', scan.commitHash])).toBe(
      '0: Valid.',
    );
});

test('its attestation alone is valid, but not for the commit of another member', async () => {
  expect(await verify(envelope)).toBe('0: Valid.');
  const args = ['--repository', world.shop.fullName, '--commit', world.scans.api.commitHash];
  expect(await verify(envelope, args)).toMatch(/^1: Not valid: it is about the commit/);
});

test('of a member that is one project unit, it is valid only if the unit is named', async () => {
  const [unit] = world.shop.units;
  const members = [{ repositoryId: world.shop.repositoryId, projectUnitId: unit!.projectUnitId }];
  const created = await createBundle(
    { caller: world.caller, request: { name: 'Part', members }, idempotency: undefined },
    world.ports,
    noon,
  );
  const { bundleId } = created.body;
  const request = { version: '1.0.0' };
  const release = await releaseBundle({ caller: world.caller, bundleId, request }, world.ports, noon);
  const attested = await attestationOfRelease(release, world.ports, noon);
  const part = join(folder, 'part.json');
  writeFileSync(part, JSON.stringify(attested.envelope));
  expect(await verify(part)).toBe('0: Valid.');
  const commit = ['--repository', world.shop.fullName, '--commit', world.scans.shop.commitHash];
  expect(await verify(part, commit)).toBe(
    `1: Not valid: it covers only the project unit ${unit!.projectUnitId}, which --unit does not name.`,
  );
  expect(await verify(part, [...commit, '--unit', unit!.projectUnitId])).toBe('0: Valid.');
  expect(await verify(part, [...commit, '--unit', 'other'])).toMatch(/^1: Not valid/);
});

test('a changed SBOM is named', async () => {
  const changed = join(folder, 'changed.zip');
  const bytes = readFileSync(proof);
  const at = bytes.indexOf('"bomFormat"');
  bytes[at + 1] = 'B'.charCodeAt(0);
  writeFileSync(changed, bytes);
  expect(await verify(changed)).toMatch(/^(?:1: Not valid: evidence\/sbom\.json|2: )/);
});
