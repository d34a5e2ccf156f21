import { createHash } from 'node:crypto';
import { ids } from '#test/simulation/outside/ids.ts';
import type { World } from '#test/simulation/start/world.ts';
import { callAs, idIn, managers, type Act } from '../actions.ts';

/** Somebody bundles repositories, and releases a version, which is read again. */
export const releaseBundle: Act = async (world, organization) => {
  const { made, repositories, taint } = organization;
  const as = { world, organization, roles: managers };
  const members = repositories.slice(-2).map(({ repositoryId }) => ({ repositoryId }));
  if (members.length === 0) return;
  const [newest] = made.bundle.slice(-1);
  const isNew = newest === undefined || world.scheduler.random() < 0.3;
  const [bundleId] = isNew
    ? idIn(
        await callAs(as, 'create-bundle', { body: { name: `Bundle of ${taint}`, members }, key: ids.uuid() }),
        'bundleId',
      )
    : [newest];
  if (bundleId === undefined) return;
  if (isNew) made.bundle.push(bundleId);
  const version = `1.${world.scheduler.draw(40)}.0`;
  await callAs(as, 'release-bundle', { params: { bundleId }, body: { version } });
  await callAs(as, 'get-release', { params: { bundleId, version } });
};

const packageOf = (name: string, version: string) => ({
  SPDXID: `SPDXRef-${name}`,
  name,
  versionInfo: version,
  downloadLocation: 'NOASSERTION',
  externalRefs: [
    {
      referenceCategory: 'PACKAGE-MANAGER',
      referenceType: 'purl',
      referenceLocator: `pkg:npm/${name}@${version}`,
    },
  ],
});

/** An SBOM in SPDX, as a build writes it. */
const spdxOf = (world: World, taint: string): Buffer => {
  const { scheduler } = world;
  const names = ['alpha', 'beta', 'gamma'].slice(0, 1 + scheduler.draw(3));
  const related = (from: string, relationshipType: string, to: string) => ({
    spdxElementId: `SPDXRef-${from}`,
    relationshipType,
    relatedSpdxElement: `SPDXRef-${to}`,
  });
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: taint,
    documentNamespace: `https://example.com/${taint}/${scheduler.draw(1e9)}`,
    creationInfo: { created: new Date(scheduler.now).toISOString(), creators: ['Tool: build'] },
    packages: [
      packageOf(taint, '1.0.0'),
      ...names.map((name) => packageOf(name, scheduler.pick(['1.0.0', '1.2.0']))),
    ],
    relationships: [
      related('DOCUMENT', 'DESCRIBES', taint),
      ...names.map((name) => related(taint, 'DEPENDS_ON', name)),
    ],
  };
  return Buffer.from(JSON.stringify(document));
};

interface ScannedUnit {
  repositoryId: string;
  commitHash: string;
  projectUnitId: string;
}

/** Finds a unit that a scan of an organization found. */
const unitOf = async (
  world: World,
  scanId: string | undefined,
  get: (name: string, call: object) => ReturnType<typeof callAs>,
): Promise<ScannedUnit | undefined> => {
  if (scanId === undefined) return undefined;
  const { body } = (await get('get-scan', { params: { scanId } })) ?? {};
  const {
    repositoryId,
    commitHash,
    projectUnits = [],
  } = (body ?? {}) as {
    repositoryId?: string;
    commitHash?: string;
    projectUnits?: { projectUnitId: string }[];
  };
  if (repositoryId === undefined || commitHash === undefined || projectUnits.length === 0) return undefined;
  const { projectUnitId } = world.scheduler.pick(projectUnits);
  return { repositoryId, commitHash, projectUnitId };
};

/** A build uploads an SBOM in SPDX and has it scanned. Another job requests a scan of the same upload. */
export const uploadDocument: Act = async (world, organization) => {
  const as = { world, organization, roles: managers };
  const get = (name: string, call: object) => callAs(as, name, call);
  const unit = await unitOf(world, organization.scans.at(-1), get);
  if (!unit) return;
  const bytes = spdxOf(world, organization.taint);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const wanted = { contentLength: bytes.length, sha256, mediaType: 'application/spdx+json' };
  const upload = await callAs(as, 'create-upload', { body: wanted, key: ids.uuid() });
  const [uploadId] = idIn(upload, 'uploadId');
  const [url] = idIn(upload, 'url');
  if (uploadId === undefined || url === undefined) return;
  const { hostname, pathname } = new URL(url);
  world.cloud.objects.put({
    Bucket: hostname.split('.objects.')[0] ?? '',
    Key: pathname.slice(1),
    Body: bytes,
  });
  const jobs = world.scheduler.random() < 0.3 ? 2 : 1;
  const request = () => callAs(as, 'create-scan', { body: { uploadId, ...unit }, key: ids.uuid() });
  const answers = await Promise.all(Array.from({ length: jobs }, request));
  organization.scans.push(...answers.flatMap((answer) => idIn(answer, 'scanId')));
};
