import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { streamArchive } from '#app/archives/zip-archive.ts';
import { assembleAuditorPack, type AssemblePorts } from '#app/auditor-packs/assemble-auditor-pack.ts';
import { planAuditorPack } from '#app/auditor-packs/plan-auditor-pack.ts';
import { writeAuditorPackSlice } from '#app/auditor-packs/write-auditor-pack-slice.ts';
import { proofFiles, type ProofPorts } from '#app/evidence/proof/proof-files.ts';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { apiUnit, endedScan, rootUnit, vulnerability } from '#test/domain/reports/ended-scan.ts';
import { noon } from '#test/support/world.ts';

/** Makes what proofs and packs are written from as it is read, so that memory is spent by the code alone. */

const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

const sbomOf = (components: number): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'root' } },
    components: Array.from({ length: components }, (_, index) => ({
      type: 'library',
      name: `package-${index}`,
      version: '1.0.0',
      'bom-ref': `pkg:npm/package-${index}@1.0.0`,
      purl: `pkg:npm/package-${index}@1.0.0`,
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: 'ab'.repeat(64) }],
    })),
    dependencies: Array.from({ length: components }, (_, index) => ({
      ref: `pkg:npm/package-${index}@1.0.0`,
      dependsOn: [`pkg:npm/package-${(index + 1) % components}@1.0.0`],
    })),
  });

const findingsOf = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({ ...vulnerability, fingerprint: hex(index, 32) })),
  );

interface ProofRun {
  calls: number;
  reads: number;
  units: number;
}

const proof = async ({
  components,
  findings,
}: {
  components: number;
  findings: number;
}): Promise<ProofRun> => {
  const scan = endedScan({ units: [rootUnit, apiUnit] });
  const units = scan.units.length;
  let [calls, reads] = [0, 0];
  const gate = { policy: defaultPolicy, waivers: [], suppressions: {}, judgedAt: noon.toISOString() };
  const textOf = (name: string): string => {
    if (name.endsWith('gate.json')) return JSON.stringify(gate);
    return name.endsWith('sbom.json') ? sbomOf(components / units) : findingsOf(findings / units);
  };
  const get = async ({ name }: { name: string }) => {
    if (name.endsWith('gate.json')) calls += 1;
    else reads += 1;
    return Buffer.from(textOf(name));
  };
  const record = async (name: string) => {
    calls += 1;
    return name === 'policy' ? { policy: defaultPolicy } : { fullName: 'acme/shop', url: '' };
  };
  const ports = { store: { get: record }, blobs: { get, open: get } } as unknown as ProofPorts;
  const ofUnits = scan.units.flatMap(({ projectUnitId }) =>
    ['findings', 'sbom'].map((part) => `${projectUnitId}/${part}.json`),
  );
  const signed = { 'attestation.json': '{}', 'keys.json': '{}' };
  const proven = { signed, evidence: ['gate.json', ...ofUnits] };
  await pipeline(streamArchive(await proofFiles(scan, proven, ports)), sink());
  // The scan and its attestation are read by the endpoint before.
  return { calls: calls + 2, reads, units };
};

interface PackRun {
  slices: number;
  reads: number;
  scans: number;
}

const organizationId = '0aa0bb0c-0000-4000-8000-000000000001';
const ref = { organizationId, packId: '20260401-1' };
const pack = {
  ...ref,
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-04-01T00:00:00.000Z',
  include: [],
  state: 'running',
  requestedAt: '2026-04-01T00:00:00.000Z',
  version: 1,
};
const idOf = (number: number): string => {
  const time = hex(noon.getTime(), 12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${hex(number, 12)}`;
};

/** Records as a store would read them, and a count of the reads. */
const packStore = (scans: number, counted: { reads: number }) => {
  const records: Record<string, object> = {
    auditorPack: pack,
    organization: { organizationId, billingAccountId: 'parent', name: 'Bench' },
    policy: { policy: defaultPolicy },
  };
  const listings = ({ value }: { value?: string }, { cursor = '' }: { cursor?: string }) => {
    if (value !== 'PASS') return { items: [] };
    counted.reads += 1;
    const after = /-7000-8000-([0-9a-f]{12})$/.exec(cursor)?.[1];
    const start = after === undefined ? scans : Number.parseInt(after, 16);
    const items = Array.from({ length: Math.min(3000, start) }, (_, index) => ({
      scanId: idOf(start - 1 - index),
      repositoryId: 'r',
    }));
    const last = items.at(-1)?.scanId;
    return { items, ...(start > 3000 && { cursor: last }) };
  };
  return {
    get: async (record: string) => records[record],
    list: async (list: string, owner: object, page: object) =>
      list === 'scanListings' ? listings(owner, page) : { items: [] },
    load: async (refs: { record: string; id: { scanId: string } }[]) => {
      counted.reads += 1;
      return refs.map(({ record, id: { scanId } }) =>
        record === 'scan'
          ? endedScan({ scanId, createdAt: noon.toISOString() })
          : { scanId, judgment: 'first', statement: 's'.repeat(2500), signature: 'c2ln', keyId: 'k' },
      );
    },
    commit: async () => undefined,
  };
};

const folderBlobs = (folder: string) => {
  const at = ({ name }: { name: string }): string => join(folder, name.replaceAll('/', '_'));
  return {
    get: async (key: { name: string }) => (existsSync(at(key)) ? readFileSync(at(key)) : undefined),
    open: async (key: { name: string }) => (existsSync(at(key)) ? createReadStream(at(key)) : undefined),
    put: async (key: { name: string }, body: string) => writeFileSync(at(key), body),
    putStream: (key: { name: string; area?: string }, body: Readable) =>
      pipeline(body, key.area === 'packs' ? sink() : createWriteStream(at(key))),
  };
};

const writePack = async ({ scans }: { scans: number }): Promise<PackRun> => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-pack-'));
  const counted = { reads: 0 };
  const signer = { sign: async () => ({ keyId: 'k', signature: Buffer.from('s') }), keys: async () => [] };
  const ports = {
    store: packStore(scans, counted),
    blobs: folderBlobs(folder),
    signer,
    verificationKeys: signer,
  } as unknown as AssemblePorts &
    Parameters<typeof planAuditorPack>[1] &
    Parameters<typeof writeAuditorPackSlice>[1];
  try {
    const planned = await planAuditorPack(ref, ports);
    for (const slice of planned.slices) await writeAuditorPackSlice({ ...ref, ...slice }, ports);
    await assembleAuditorPack(planned, ports, { now: noon, ids: { uuid: () => 'attempt' } });
    return { slices: planned.slices.length, reads: counted.reads, scans };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export const handler = (event: {
  act: 'proof' | 'pack';
  components: number;
  findings: number;
  scans: number;
}): Promise<ProofRun | PackRun> => (event.act === 'proof' ? proof(event) : writePack(event));
