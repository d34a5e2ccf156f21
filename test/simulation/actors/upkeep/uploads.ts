import { sha256 } from '@scangate/engines/model/digest';
import { packageLock } from '#test/support/scans/judged-scans.ts';
import { ids } from '#test/simulation/outside/ids.ts';
import type { World } from '#test/simulation/start/world.ts';
import { callAs, idIn, managers, type Act } from '../actions.ts';
import type { Organization } from '../organization.ts';
import { cyclonedxOf, drawPackages, spdxOf, type Packages } from './sboms.ts';

/** An upload as whoever made it knows it, and the scans that were created from it. */
export interface GivenUpload {
  organizationId: string;
  /** The fields of the request. */
  request: Readonly<Record<string, string>>;
  packages: Packages;
  /** The SHA-256 of the lockfile or SBOM. */
  sha256: string;
  at: number;
  scanIds: string[];
}

interface ScannedUnit {
  repositoryId: string;
  commitHash: string;
  projectUnitId: string;
}

/** Finds a unit that a scan of an organization found. */
const unitOf = async (world: World, organization: Organization): Promise<ScannedUnit | undefined> => {
  const scanId = organization.scans.at(-1);
  if (scanId === undefined) return undefined;
  const as = { world, organization, roles: managers };
  const { body } = (await callAs(as, 'get-scan', { params: { scanId } })) ?? {};
  const {
    repositoryId,
    commitHash,
    projectUnits = [],
  } = (body ?? {}) as Partial<ScannedUnit> & { projectUnits?: { projectUnitId: string }[] };
  if (repositoryId === undefined || commitHash === undefined || projectUnits.length === 0) return undefined;
  const { projectUnitId } = world.scheduler.pick(projectUnits);
  return { repositoryId, commitHash, projectUnitId };
};

/** Uploads bytes to the URL that the service gives for them. @returns the id of the upload. */
const upload = async (
  world: World,
  organization: Organization,
  { bytes, mediaType }: { bytes: Buffer; mediaType?: string },
): Promise<string | undefined> => {
  const wanted = { contentLength: bytes.length, sha256: sha256(bytes), ...(mediaType && { mediaType }) };
  const as = { world, organization, roles: managers };
  const answer = await callAs(as, 'create-upload', { body: wanted, key: ids.uuid() });
  const [uploadId] = idIn(answer, 'uploadId');
  const [url] = idIn(answer, 'url');
  if (uploadId === undefined || url === undefined) return undefined;
  const { hostname, pathname } = new URL(url);
  const [Bucket = ''] = hostname.split('.objects.');
  world.cloud.objects.put({ Bucket, Key: pathname.slice(1), Body: bytes });
  return uploadId;
};

/** Requests scans of an upload: several jobs may do so at once, of which one gets it. */
const scanUpload = async (
  world: World,
  organization: Organization,
  { uploadId, beside, given }: { uploadId: string; beside: object; given: GivenUpload },
): Promise<void> => {
  world.uploads.set(uploadId, given);
  const as = { world, organization, roles: managers };
  const request = () => callAs(as, 'create-scan', { body: { uploadId, ...beside }, key: ids.uuid() });
  const jobs = world.scheduler.random() < 0.3 ? 2 : 1;
  const answers = await Promise.all(Array.from({ length: jobs }, request));
  const created = answers.flatMap((answer) => (answer?.status === 201 ? idIn(answer, 'scanId') : []));
  given.scanIds.push(...created);
  organization.scans.push(...created);
};

/** A build uploads an SBOM in SPDX and has it scanned. Another job requests a scan of the same upload. */
export const uploadDocument: Act = async (world, organization) => {
  const unit = await unitOf(world, organization);
  if (!unit) return;
  const packages = drawPackages(world);
  const bytes = spdxOf(world, organization.taint, packages);
  const uploadId = await upload(world, organization, { bytes, mediaType: 'application/spdx+json' });
  if (uploadId === undefined) return;
  const { organizationId } = organization;
  const at = world.scheduler.now;
  const given = { organizationId, request: { ...unit }, packages, sha256: sha256(bytes), at, scanIds: [] };
  await scanUpload(world, organization, { uploadId, beside: unit, given });
};

/** The lockfile or SBOM of a request, with the text by which its digest is known. */
const artifactOf = (world: World, taint: string, packages: Packages): { fields: object; text: string } => {
  if (world.scheduler.random() < 0.5) {
    const sbom = cyclonedxOf(taint, packages);
    return { fields: { sbom }, text: JSON.stringify(sbom) };
  }
  const direct = Object.fromEntries(Object.keys(packages).map((name) => [name, '*']));
  const locked = Object.entries(packages).map(([name, version]) => [name, { version }] as const);
  const content = packageLock(direct, Object.fromEntries(locked));
  return { fields: { lockfile: { path: 'package-lock.json', content } }, text: content };
};

/** A build uploads the whole request for a scan, and then only names the upload. */
export const uploadRequest: Act = async (world, organization) => {
  const unit = await unitOf(world, organization);
  if (!unit) return;
  const { organizationId, taint } = organization;
  const packages = drawPackages(world);
  const artifact = artifactOf(world, taint, packages);
  const request = { ...unit, branch: world.scheduler.pick(['main', `uploaded-by-${taint}`]) };
  const bytes = Buffer.from(JSON.stringify({ ...request, ...artifact.fields }));
  const uploadId = await upload(world, organization, { bytes });
  if (uploadId === undefined) return;
  const at = world.scheduler.now;
  const given = { organizationId, request, packages, sha256: sha256(artifact.text), at, scanIds: [] };
  // A field beside the whole request is refused, and the upload stays unused.
  if (world.scheduler.random() < 0.2)
    await callAs({ world, organization, roles: managers }, 'create-scan', { body: { uploadId, ...unit } });
  await scanUpload(world, organization, { uploadId, beside: {}, given });
};
