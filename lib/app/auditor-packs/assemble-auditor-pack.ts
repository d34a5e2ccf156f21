import type { ZipFile } from 'yazl';
import { completePack } from '@scangate/domain/auditor-packs/complete-auditor-pack';
import { leftOut } from '@scangate/domain/auditor-packs/omissions';
import { failPack } from '@scangate/domain/auditor-packs/end-auditor-pack';
import { packLimits } from '@scangate/domain/auditor-packs/auditor-pack-limits';
import { packIndex } from '@scangate/domain/auditor-packs/auditor-pack-index';
import { jsonLine } from '@scangate/domain/auditor-packs/auditor-pack-tables';
import { envelopeOf } from '@scangate/domain/evidence/dsse';
import {
  keysPath,
  manifestPath,
  manifestPayloadType,
  manifestSignaturePath,
  manifestText,
} from '@scangate/domain/evidence/manifest';
import { publicKeySet } from '@scangate/domain/evidence/public-key-set';
import type { AuditorPack } from '@scangate/domain/records';
import type { BlobStreamer } from '#ports/blobs.ts';
import type { Ids } from '#ports/ids.ts';
import type { Signer, VerificationKeys } from '#ports/signer.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { addToZip, timeInZip, writeZip, type WrittenFile } from '../archives/zip-archive.ts';
import { signPayload } from '../evidence/sign-statement.ts';
import { packFiles, readSummaries, type PackContent, type PackSources } from './auditor-pack-files.ts';
import { attemptKey, type PackRef } from './auditor-pack-objects.ts';

export interface AssemblePorts extends PackSources {
  store: PackSources['store'] & Pick<Store<'auditorPack' | 'storedEvent'>, 'get' | 'commit'>;
  blobs: PackSources['blobs'] & BlobStreamer<'packs'>;
  signer: Signer;
  verificationKeys: VerificationKeys;
}

/** The state of the workflow when every slice was written, or when something failed. */
export interface AssembledPack extends PackRef {
  slices?: { slice: number }[];
  failed?: true;
}

const tooLarge = `The pack is larger than ${packLimits.bytes} bytes. Choose fewer repositories, a shorter period, or fewer parts.`;
const broken = 'The pack could not be written.';

/** Adds the manifest, which lists all files, and the signature over its bytes. */
const addManifest = async (
  zip: ZipFile,
  { organizationId, packId: subject, requestedAt }: AuditorPack,
  { files, ports: { signer } }: { files: WrittenFile[]; ports: AssemblePorts },
): Promise<void> => {
  const options = timeInZip(requestedAt);
  const manifest = Buffer.from(
    manifestText({ kind: 'auditor_pack', version: 1, organizationId, subject, files }),
  );
  const signed = await signPayload({ payloadType: manifestPayloadType, payload: manifest }, signer);
  await addToZip(zip, { path: manifestPath, content: manifest }, options);
  await addToZip(zip, { path: manifestSignaturePath, content: jsonLine(envelopeOf(signed)) }, options);
};

const fill = async (zip: ZipFile, content: PackContent, ports: AssemblePorts): Promise<number> => {
  const { pack, organization, summaries, leftOut: missing } = content;
  const options = timeInZip(pack.requestedAt);
  const scans = summaries.reduce((sum, one) => sum + one.scans, 0);
  const files: WrittenFile[] = [];
  for (const file of await packFiles(content, ports)) files.push(await addToZip(zip, file, options));
  const index = packIndex({ pack, organization: organization.name, scans, files, leftOut: missing });
  files.push(await addToZip(zip, { path: 'index.html', content: index }, options));
  const keys = jsonLine(publicKeySet(await ports.verificationKeys.keys()));
  files.push(await addToZip(zip, { path: keysPath, content: keys }, options));
  await addManifest(zip, pack, { files, ports });
  zip.end();
  return scans;
};

/**
 * Assembles a pack from its slices, signs its manifest and stores it; a pack that fails is marked as failed. Each
 * run stores an object of its own, and the run that ends the pack names its object in the record.
 */
export const assembleAuditorPack = async (
  { organizationId, packId, slices = [], failed }: AssembledPack,
  ports: AssemblePorts,
  { now, ids }: { now: Date; ids: Pick<Ids, 'uuid'> },
): Promise<void> => {
  const { store, blobs } = ports;
  const ref = { organizationId, packId };
  const pack = await store.get('auditorPack', ref, { consistent: true });
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (pack?.state !== 'running' || !organization) return;
  if (failed) return commitOrThrow(store, [failPack(pack, broken)]);
  const numbers = slices.map(({ slice }) => slice);
  const summaries = await readSummaries(pack, numbers, ports);
  if (summaries.reduce((sum, { bytes }) => sum + bytes, 0) > packLimits.bytes)
    return commitOrThrow(store, [failPack(pack, tooLarge)]);
  const removedUnits = summaries.reduce((sum, one) => sum + one.removedUnits, 0);
  const missing = leftOut(pack, organization, removedUnits);
  const content: PackContent = { pack, organization, slices: numbers, summaries, leftOut: missing };
  const key = attemptKey(ref, ids.uuid());
  const { filled: scans, ...digest } = await writeZip(
    (zip) => fill(zip, content, ports),
    (stream) => blobs.putStream(key, stream, 'application/zip'),
  );
  const written = { scans, ...digest, objectName: key.name };
  await commitOrThrow(store, completePack(pack, written, { organization, now }));
};
