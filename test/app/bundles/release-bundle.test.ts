import { createPublicKey, verify } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { attestationOfRelease, proofOfRelease } from '#app/bundles/read-releases.ts';
import { purgeExpiredPayloads } from '#app/scans/purge-payloads.ts';
import { preAuthenticationEncoding } from '@scangate/domain/evidence/dsse';
import { Problem } from '@scangate/domain/problem';
import { releaseExtension } from '@scangate/domain/bundles/release-statement';
import { sha256 } from '@scangate/engines/model/digest';
import { bundleWorld, leafAdvisory, otherAdvisory, using } from '#test/support/bundles/bundle-world.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later, noon, write } from '#test/support/world.ts';

let world: Awaited<ReturnType<typeof bundleWorld>>;
beforeEach(async () => {
  world = await bundleWorld();
});

const problemOf = async (work: Promise<unknown>): Promise<Problem> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error;
  throw error ?? new Error('nothing was refused');
};

const bytesOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(stream));

describe('a release', () => {
  test('names the scan of the newest default-branch commit of each member, judged with one snapshot', async () => {
    const release = await world.release({ version: '1.0.0' });
    expect(release.members).toMatchObject([
      { repositoryId: world.shop.repositoryId, scanId: world.scans.shop.scanId, verdict: 'PASS' },
      { repositoryId: world.api.repositoryId, scanId: world.scans.api.scanId, verdict: 'PASS' },
    ]);
    expect(release).toMatchObject({
      verdict: 'PASS',
      supportUntil: '2031-03-10T12:00:00.000Z',
      advisories: { count: 0 },
    });
    expect(world.store.all('bundle')).toMatchObject([{ releases: 1 }]);
    expect(world.events('bundle.released')).toMatchObject([{ after: { version: '1.0.0', members: 2 } }]);
  });

  test('judges by today’s advisories, and fails when one member fails', async () => {
    await world.publish([otherAdvisory, leafAdvisory], later(60));
    const release = await world.release({ version: '1.0.0' }, later(120));
    expect(release.verdict).toBe('FAIL');
    expect(release.members.map(({ verdict }) => verdict)).toEqual(['FAIL', 'PASS']);
    expect(release.advisories.count).toBe(1);
    const scan = world.store.all('scan').find(({ scanId }) => scanId === world.scans.shop.scanId);
    expect([scan?.verdict?.verdict, scan?.judgments]).toEqual(['PASS', undefined]);
  });

  test('costs no credit', async () => {
    const before = world.store.all('ledgerEntry').length;
    await world.release({ version: '1.0.0' });
    expect(world.store.all('ledgerEntry')).toHaveLength(before);
  });

  test('takes the named commit of a member instead of the newest', async () => {
    const branch = await world.scan(using('leaf', '1.1.0'));
    const commits = { [world.shop.repositoryId.toUpperCase()]: branch.commitHash.toUpperCase() };
    const release = await world.release({ version: '1.0.0', commits });
    expect(release.members[0]).toMatchObject({ scanId: branch.scanId, commitHash: branch.commitHash });
  });

  test('has an SBOM of all members, with the commit of each, and a VEX document', async () => {
    await world.publish([otherAdvisory, leafAdvisory], later(60));
    const release = await world.release({ version: '1.0.0' }, later(120));
    const sbom = world.document(release.folder, 'sbom') as {
      metadata: { component: object };
      components: { name: string; purl?: string; properties?: { name: string; value: string }[] }[];
    };
    expect(sbom.metadata.component).toMatchObject({ name: 'Shop', version: '1.0.0' });
    expect(sbom.components.flatMap(({ purl }) => purl ?? [])).toEqual([
      'pkg:npm/leaf@1.0.0',
      'pkg:npm/stem@2.0.0',
    ]);
    const commits = sbom.components.flatMap(({ properties = [] }) =>
      properties.filter(({ name }) => name === 'scangate:commit').map(({ value }) => value),
    );
    expect(commits).toEqual([world.scans.shop.commitHash, world.scans.api.commitHash]);
    expect(world.document(release.folder, 'vex')).toMatchObject({
      metadata: { component: { name: 'Shop', version: '1.0.0' } },
      vulnerabilities: [{ id: 'GHSA-leaf' }],
    });
  });

  test('is signed: the statement has the digest of each document, and every commit', async () => {
    const release = await world.release({ version: '1.0.0' });
    const { envelope } = await attestationOfRelease(release, world.ports, noon);
    const payload = Buffer.from(envelope.payload, 'base64');
    const key = createPublicKey({
      key: Buffer.from(world.ports.signer.newest.spki),
      format: 'der',
      type: 'spki',
    });
    const signature = Buffer.from(envelope.signatures[0]!.sig, 'base64');
    expect(verify('sha256', preAuthenticationEncoding(envelope.payloadType, payload), key, signature)).toBe(
      true,
    );
    const statement = JSON.parse(payload.toString()) as {
      subject: { digest: Record<string, string> }[];
      predicate: Record<string, { evidence: Record<string, string> }>;
    };
    const { evidence } = statement.predicate[releaseExtension]!;
    for (const document of ['sbom', 'vex', 'verdict'])
      expect(evidence[`${document}.json`]).toBe(sha256(world.text(release.folder, document)));
    expect(statement.subject.map(({ digest }) => digest)).toEqual([
      { sha256: evidence['sbom.json'] },
      { gitCommit: world.scans.shop.commitHash },
      { gitCommit: world.scans.api.commitHash },
    ]);
  });

  test('is signed again when its key was revoked', async () => {
    const release = await world.release({ version: '1.0.0' });
    const { signer } = world.ports;
    const { keyId } = signer.newest;
    signer.rotate();
    signer.revoke(keyId);
    const { envelope } = await attestationOfRelease(release, world.ports, noon);
    expect(envelope.signatures[0]!.keyid).toBe(signer.newest.keyId);
  });

  test('stays when the payloads of its scans are purged, and its proof has the same bytes', async () => {
    const release = await world.release({ version: '1.0.0' });
    const before = await bytesOf(await proofOfRelease(release, world.ports, noon));
    const years = new Date('2029-01-01T00:00:00.000Z');
    await purgeExpiredPayloads(
      { ...world.ports, blobs: world.world.blobs } as never,
      taskContextAt(years) as never,
    );
    const { scanId } = world.scans.shop;
    expect([...world.world.blobs.objects.keys()].some((name) => name.includes(`/${scanId}/`))).toBe(false);
    const after = await bytesOf(await proofOfRelease(release, world.ports, years));
    expect(after.equals(before)).toBe(true);
  });
});

describe('refused, with nothing published', () => {
  const refused = async (act: () => Promise<unknown>): Promise<string> => {
    const { code } = await problemOf(act());
    expect(world.store.all('release')).toHaveLength(0);
    return code;
  };

  test('409 member_not_scanned names every member without a scan', async () => {
    const commits = {
      [world.shop.repositoryId]: 'a'.repeat(40),
      [world.api.repositoryId]: 'b'.repeat(40),
    };
    const problem = await problemOf(world.release({ version: '1.0.0', commits }));
    expect([problem.status, problem.code]).toEqual([409, 'member_not_scanned']);
    expect(problem.members['members']).toMatchObject([
      { repositoryId: world.shop.repositoryId, reason: 'no_scan' },
      { repositoryId: world.api.repositoryId, reason: 'no_scan' },
    ]);
  });

  test('409 member_not_scanned names the members whose payloads were purged', async () => {
    const { scanId, units } = world.scans.api;
    const name = `${scanId}/${units[0]!.projectUnitId}/assessment.json`;
    await world.world.blobs.remove({ area: 'results', organizationId: world.organizationId, name });
    const problem = await problemOf(world.release({ version: '1.0.0' }));
    expect(problem.members['members']).toMatchObject([
      { repositoryId: world.api.repositoryId, reason: 'payload_expired' },
    ]);
  });

  test('a scan without an SBOM, of another repository, or that failed does not count for the member', async () => {
    const partial = await world.scan(using('leaf', '1.1.0'), { scanTypes: ['sca'] });
    const commits = { [world.shop.repositoryId]: partial.commitHash };
    expect(await refused(() => world.release({ version: '1.0.0', commits }))).toBe('member_not_scanned');
    const foreign = { [world.shop.repositoryId]: world.scans.api.commitHash };
    expect(await refused(() => world.release({ version: '1.0.0', commits: foreign }))).toBe(
      'member_not_scanned',
    );
  });

  test('a scan that is narrower than the policy requires is named', async () => {
    const partial = await world.scan(using('leaf', '1.1.0'), { scanTypes: ['sca', 'sbom'] });
    const commits = { [world.shop.repositoryId]: partial.commitHash };
    const problem = await problemOf(world.release({ version: '1.0.0', commits }));
    expect(problem.members['members']).toMatchObject([
      { repositoryId: world.shop.repositoryId, reason: 'incomplete_scan' },
    ]);
  });

  test('422 for a commit of a repository that is not a member', async () => {
    const commits = { '00000000-0000-4000-8000-000000000000': 'a'.repeat(40) };
    expect(await refused(() => world.release({ version: '1.0.0', commits }))).toBe('validation_failed');
  });

  test('422 for an end of support in the past, or more than a century ahead', async () => {
    for (const supportUntil of ['2026-03-10T11:00:00Z', '2126-03-10T12:00:00Z'])
      expect(await refused(() => world.release({ version: '1.0.0', supportUntil }))).toBe(
        'validation_failed',
      );
  });

  test('404 for a bundle that was removed, or of another organization', async () => {
    const { organizationId, bundleId } = world;
    await write(world.store, [
      {
        change: 'update',
        record: 'bundle',
        id: { organizationId, bundleId },
        set: { removedAt: noon.toISOString() },
      },
    ]);
    expect(await refused(() => world.release({ version: '1.0.0' }))).toBe('bundle_not_found');
  });

  test('a key that does not answer leaves no release, and the next attempt creates it', async () => {
    world.ports.signer.isSilent = true;
    await expect(world.release({ version: '1.0.0' })).rejects.toThrow('did not respond');
    expect(world.store.all('release')).toEqual([]);
    world.ports.signer.isSilent = false;
    expect((await world.release({ version: '1.0.0' })).verdict).toBe('PASS');
  });
});

test('409 release_exists for an existing version, whose documents stay', async () => {
  const release = await world.release({ version: '1.0.0' });
  const before = JSON.stringify(world.document(release.folder, 'sbom'));
  await world.follow(await world.scan(using('leaf', '1.3.0')), later(60));
  const problem = await problemOf(world.release({ version: '1.0.0' }, later(60)));
  expect([problem.status, problem.code]).toEqual([409, 'release_exists']);
  expect(JSON.stringify(world.document(release.folder, 'sbom'))).toBe(before);
});

test('422 limit_reached for the 201st release', async () => {
  const { organizationId, bundleId } = world;
  await write(world.store, [
    { change: 'update', record: 'bundle', id: { organizationId, bundleId }, set: { releases: 200 } },
  ]);
  expect((await problemOf(world.release({ version: '9.9.9' }))).code).toBe('limit_reached');
});

test('of two concurrent releases of one version, one is created, the other is refused, and the documents are the winner’s', async () => {
  const branch = await world.scan(using('leaf', '1.1.0'));
  const commits = { [world.shop.repositoryId]: branch.commitHash };
  const results = await Promise.allSettled([
    world.release({ version: '1.0.0' }),
    world.release({ version: '1.0.0', commits }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [stored] = world.store.all('release');
  expect(sha256(world.text(stored!.folder, 'sbom'))).toBe(stored!.documents['sbom.json']);
  expect(world.store.all('bundle')).toMatchObject([{ releases: 1 }]);
});

test('two concurrent versions are both in the component index', async () => {
  const branch = await world.scan(using('twig', '1.0.0'));
  const commits = { [world.shop.repositoryId]: branch.commitHash };
  await Promise.all([world.release({ version: '1.0.0' }), world.release({ version: '1.1.0', commits })]);
  const packages = world
    .items()
    .filter(({ repositoryId }) => repositoryId === world.bundleId)
    .map(({ package: name }) => name);
  expect([...new Set(packages)].sort()).toEqual(['pkg:npm/leaf', 'pkg:npm/stem', 'pkg:npm/twig']);
});
