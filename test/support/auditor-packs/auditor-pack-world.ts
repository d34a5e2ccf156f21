import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { assembleAuditorPack } from '#app/auditor-packs/assemble-auditor-pack.ts';
import { requestAuditorPack } from '#app/auditor-packs/auditor-packs.ts';
import { createLink, openLink, revokeLink } from '#app/auditor-packs/auditor-pack-links.ts';
import { packKey } from '#app/auditor-packs/auditor-pack-objects.ts';
import { planAuditorPack } from '#app/auditor-packs/plan-auditor-pack.ts';
import { writeAuditorPackSlice } from '#app/auditor-packs/write-auditor-pack-slice.ts';
import { signAttestation } from '#app/evidence/sign-statement.ts';
import type { RequestedPack } from '@scangate/domain/auditor-packs/request-auditor-pack';
import type { Role } from '@scangate/domain/identity/roles';
import type { Scan } from '@scangate/domain/records';
import { policyFields } from '@scangate/domain/policy/stored-policy';
import { listEndedScan } from '@scangate/domain/scans/listing/scan-listings';
import type { Finding } from '@scangate/engines/model/finding';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { resultObjectName } from '@scangate/engines/model/results';
import { endedScan } from '#test/domain/reports/ended-scan.ts';
import { TestSigner } from '../evidence/test-signer.ts';
import { readZip } from '../offboarding/read-zip.ts';
import { later, newOrganization, newRepository, noon, testIds, write } from '../world.ts';

/** A UUID of version 7 of an instant. */
const scanIdAt = (at: Date, number: number): string => {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
};

/** The month around noon. */
export const march: RequestedPack = {
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-04-01T00:00:00.000Z',
  include: [],
};

/** An organization with everything that an auditor pack is made of. */
export const packWorld = async (options: { parent?: string } = {}, store = new MemoryStore()) => {
  const blobs = new MemoryBlobs();
  const signer = new TestSigner();
  const organization = await newOrganization(store, options);
  const { organizationId } = organization;
  const repository = await newRepository(store, organizationId, [['', 'npm']]);
  const started: string[] = [];
  let scans = 0;
  const ports = { store, blobs, signer, verificationKeys: signer };

  /** Stores an ended scan of an instant, its listing, its signature and its findings. */
  const scanAt = async (at: Date, changes: Partial<Scan> = {}, findings: Finding[] = []): Promise<Scan> => {
    scans += 1;
    const scanId = scanIdAt(at, scans);
    const created = { createdAt: at.toISOString(), startedAt: at.toISOString() };
    const { repositoryId } = repository;
    const verdict = { ...endedScan().verdict, policyDigest: policyFields(defaultPolicy).policyDigest };
    const scan = endedScan({
      organizationId,
      scanId,
      repositoryId,
      verdict,
      ...created,
      ...changes,
    } as never);
    const of = { organizationId, scanId, judgment: 'first' };
    const attestation = await signAttestation({ ...of, statement: '{"signed":true}' }, signer, at);
    await write(store, [
      { change: 'insert', record: 'scan', item: scan },
      { change: 'insert', record: 'attestation', item: attestation },
      ...listEndedScan({ ...scan, startedAt: at.toISOString() }, scan.verdict),
    ]);
    for (const { projectUnitId } of scan.units) {
      const key = (part: 'findings' | 'sbom') => resultObjectName(scanId, projectUnitId, part);
      await blobs.put({ area: 'results', organizationId, name: key('findings') }, JSON.stringify(findings));
      await blobs.put({ area: 'results', organizationId, name: key('sbom') }, '{"bomFormat":"CycloneDX"}');
    }
    return scan;
  };

  const request = (
    requested: Partial<RequestedPack> = {},
    { role = 'owner' as Role, now = later(60) } = {},
  ) =>
    requestAuditorPack(
      { caller: organization.as(role), requested: { ...march, ...requested } },
      { store, auditorPacks: { start: async ({ packId }) => void started.push(packId) } },
      now,
    );

  /** Runs the workflow of a pack. */
  const run = async (packId: string, now = later(120)) => {
    const ref = { organizationId, packId };
    const planned = await planAuditorPack(ref, { store, blobs });
    for (const slice of planned.slices) await writeAuditorPackSlice({ ...ref, ...slice }, { store, blobs });
    await assembleAuditorPack(planned, ports, { now, ids: testIds });
    return planned;
  };

  /** The files of a pack that was requested and written. */
  const filesOf = async (
    requested: Partial<RequestedPack> = {},
    now = later(60),
  ): Promise<Record<string, string>> => {
    const { packId } = await request(requested, { now });
    await run(packId);
    const pack = await store.get('auditorPack', { organizationId, packId });
    const content = pack && (await blobs.get(packKey(pack)));
    if (!content) throw new Error('the pack was not stored');
    return readZip(Buffer.from(content));
  };

  const linker = {
    link: async (key: object, seconds: number) => `https://s3/${JSON.stringify(key)}?${seconds}`,
  };
  const link = (packId: string, { hours = 24, now = later(180) } = {}) =>
    createLink(
      { caller: organization.as('owner'), packId, hours, now },
      { store, ids: testIds, publicAddress: { url: async () => 'https://scangate.example' } },
    );
  const open = (secret: string, now = later(240)) =>
    openLink({ link: secret, now }, { store, blobs: linker });
  const revoke = (packId: string, linkId: string, now = later(200)) =>
    revokeLink({ caller: organization.as('owner'), packId, linkId, now }, store);
  return {
    store,
    blobs,
    signer,
    organization,
    organizationId,
    repository,
    started,
    scanAt,
    request,
    run,
    filesOf,
    link,
    open,
    revoke,
    noon,
  };
};
