import { gzipSync } from 'node:zlib';
import { bodyLimitBytes } from '#runtime/request-body.ts';
import { authorizerOf } from './authorizer-of.ts';
import {
  beyondLatin,
  hostileLockfile,
  hostileSbom,
  largestBody,
  nestedComponents,
  packageLockOf,
  sbomOf,
  smallestComponents,
  smallestPackages,
  unknownMembers,
} from './bodies.ts';
import { commitHash, twice, unitEvents, upload, type Case, type UnitPlace } from './cases.ts';
import { documentCases } from './documents.ts';
import type { Figure } from '../figures.ts';
import { peakOf, planOf } from './memory.ts';
import { newTenant, type BenchService, type Tenant } from '../service.ts';
import { pauseWorkflows } from '../workflows.ts';

const sectionOf = ({ hostile, isConverted }: Case): string =>
  isConverted
    ? 'Memory with 10 MB documents that are converted (the second of two events)'
    : `Memory with ${hostile ? 'hostile ' : ''}10 MB bodies (the second of two events)`;
/** The smallest Lambda that has to suffice. */
const smallMb = 256;
/** The most memory that a function may take, whatever it is configured with. */
const goalMb: Readonly<Record<string, number>> = {
  'create-scan': 128,
  'check-artifact': 128,
  'scan-small-units': 256,
};
/** The limit of JSON within a JSON event, less what the gateway adds. */
const eventBytes = 5_900_000;

const eventOf = ({ organizationId }: Tenant, body: string, contentType: string, isBase64Encoded = false) => {
  const authorizer = authorizerOf(organizationId);
  return {
    httpMethod: 'POST',
    path: '/v1/scans',
    headers: { 'Content-Type': contentType },
    pathParameters: null,
    queryStringParameters: null,
    body,
    isBase64Encoded,
    requestContext: { requestId: 'bench', authorizer },
  };
};

const inJson = (json: string): number => Buffer.byteLength(JSON.stringify(json));

/** Events of create-scan with a plain, a compressed and an uploaded body. */
const plain = (tenant: Tenant, body: string) => eventOf(tenant, body, 'application/json');
const zipped = (tenant: Tenant, body: string) =>
  eventOf(tenant, gzipSync(body).toString('base64'), 'application/gzip', true);
const uploaded = (tenant: Tenant, uploadId: string) => plain(tenant, JSON.stringify({ uploadId }));

/** Uploads the body again for each event. */
const uploadedTwice =
  (service: BenchService, tenant: Tenant, body: string) => async (): Promise<unknown[]> => [
    uploaded(tenant, await upload(service, tenant, { content: body })),
    uploaded(tenant, await upload(service, tenant, { content: body })),
  ];

const unitOf = async ({ expectStatus: demand }: BenchService, { token }: Tenant): Promise<string> => {
  const path = '/v1/repositories/resolve?fullName=bench/repository';
  const { projectUnits } = await demand(200, 'GET', path, token);
  return (projectUnits as { projectUnitId: string }[])[0]?.projectUnitId ?? '';
};

const sbomCases = async (
  service: BenchService,
  tenant: Tenant,
  { projectUnitId, bundles }: UnitPlace,
): Promise<Case[]> => {
  const { organizationId, repositoryId } = tenant;
  const requestOf = (count: number) => ({ repositoryId, commitHash, projectUnitId, sbom: sbomOf(count) });
  const body = largestBody(requestOf, bodyLimitBytes);
  const name = await upload(service, tenant, { content: largestBody(sbomOf, bodyLimitBytes) });
  const create = 'create-scan';
  const ref = { organizationId, name, kind: 'sbom' };
  return [
    {
      what: 'SBOM, plain',
      name: create,
      events: twice(plain(tenant, largestBody(requestOf, eventBytes, inJson))),
    },
    { what: 'SBOM, gzip', name: create, events: twice(zipped(tenant, body)) },
    { what: 'SBOM, upload', name: create, events: uploadedTwice(service, tenant, body) },
    { what: 'SBOM', name: 'check-artifact', events: twice(ref) },
    {
      what: 'SBOM',
      name: 'scan-small-units',
      events: unitEvents(service, tenant, { content: body, projectUnitId, bundles }),
    },
  ];
};

const path = 'package-lock.json';

const lockfileCases = async (
  service: BenchService,
  tenant: Tenant,
  { projectUnitId, bundles }: UnitPlace,
): Promise<Case[]> => {
  const { organizationId, repositoryId } = tenant;
  const lockfileOf = (count: number) => ({ path, content: packageLockOf(count) });
  const requestOf = (count: number) => ({
    repositoryId,
    commitHash,
    projectUnitId,
    lockfile: lockfileOf(count),
  });
  const body = largestBody(requestOf, bodyLimitBytes);
  const { content } = (JSON.parse(body) as ReturnType<typeof requestOf>).lockfile;
  const ref = { organizationId, name: await upload(service, tenant, { content }), kind: 'lockfile', path };
  return [
    { what: 'lockfile, upload', name: 'create-scan', events: uploadedTwice(service, tenant, body) },
    { what: 'lockfile', name: 'check-artifact', events: twice(ref) },
    {
      what: 'lockfile',
      name: 'scan-small-units',
      events: unitEvents(service, tenant, { content: body, projectUnitId, bundles }),
    },
  ];
};

const hostileCases = async (
  service: BenchService,
  tenant: Tenant,
  { projectUnitId, bundles }: UnitPlace,
): Promise<Case[]> => {
  const { organizationId, repositoryId } = tenant;
  const around = { repositoryId, commitHash, projectUnitId };
  const room = bodyLimitBytes - 1024;
  const sbomBody = (sbom: string) => JSON.stringify({ ...around, sbom: 0 }).replace(/0\}$/, () => `${sbom}}`);
  const lockfileBody = (content: string) => JSON.stringify({ ...around, lockfile: { path, content } });
  const refOf = async (artifact: string, kind: object) =>
    twice({ organizationId, name: await upload(service, tenant, { content: artifact }), ...kind });
  const hostile = true;
  const [create, check, scan] = ['create-scan', 'check-artifact', 'scan-small-units'];
  const scanned = (body: string) => unitEvents(service, tenant, { content: body, projectUnitId, bundles });
  const [sbom, components] = [hostileSbom(room), smallestComponents(room)];
  const nested = nestedComponents(room);
  const [lockfile, packages] = [hostileLockfile(room), smallestPackages(room)];
  // A quote within a text takes two characters.
  const fitting = smallestPackages(Math.floor(room * 0.9));
  const wide = beyondLatin(smallestComponents(room - 2), '"name":"');
  const widePackages = beyondLatin(smallestPackages(room - 2), '"node_modules/');
  const wideFitting = beyondLatin(smallestPackages(Math.floor(room * 0.9)), '"node_modules/');
  const ofSbom = { kind: 'sbom' };
  const ofLockfile = { kind: 'lockfile', path };
  return [
    { what: 'SBOM of small objects', name: create, events: twice(zipped(tenant, sbomBody(sbom))) },
    { what: 'SBOM of small objects', name: check, events: await refOf(sbom, ofSbom) },
    { what: 'SBOM of the smallest components', name: check, events: await refOf(components, ofSbom) },
    {
      what: 'SBOM of one component with all others',
      name: check,
      events: await refOf(nested, ofSbom),
    },
    { what: 'SBOM of one component with all others', name: scan, events: scanned(sbomBody(nested)) },
    { what: 'SBOM of unknown members', name: check, events: await refOf(unknownMembers(room), ofSbom) },
    { what: 'SBOM of the smallest components', name: scan, events: scanned(sbomBody(components)) },
    {
      what: 'lockfile of empty objects',
      name: create,
      events: twice(zipped(tenant, lockfileBody(lockfile))),
    },
    { what: 'lockfile of empty objects', name: check, events: await refOf(lockfile, ofLockfile) },
    { what: 'lockfile of empty objects', name: scan, events: scanned(lockfileBody(lockfile)) },
    { what: 'lockfile of the smallest packages', name: check, events: await refOf(packages, ofLockfile) },
    { what: 'lockfile of the smallest packages', name: scan, events: scanned(lockfileBody(fitting)) },
    { what: 'SBOM beyond Latin', name: create, events: twice(zipped(tenant, sbomBody(wide))) },
    { what: 'SBOM beyond Latin', name: check, events: await refOf(wide, ofSbom) },
    { what: 'SBOM beyond Latin', name: scan, events: scanned(sbomBody(wide)) },
    { what: 'lockfile beyond Latin', name: check, events: await refOf(widePackages, ofLockfile) },
    { what: 'lockfile beyond Latin', name: scan, events: scanned(lockfileBody(wideFitting)) },
  ].map((each) => ({ ...each, hostile }));
};

/** An early refusal would take little memory, so it must not be measured. */
const wentThrough = (result: unknown): boolean => {
  const {
    statusCode = 201,
    ok = true,
    failure,
  } = result as {
    statusCode?: number;
    ok?: boolean;
    failure?: object;
  };
  return statusCode === 201 && ok && failure === undefined;
};

/** @returns undefined when the function ran out of memory. @throws Error when it did not do its work. */
const peakMb = async (
  service: BenchService,
  bundles: string,
  one: Case,
  memoryMb: number,
): Promise<number | undefined> => {
  const peak = await peakOf(service, bundles, { name: one.name, events: await one.events() }, memoryMb);
  if (peak && !one.hostile && !wentThrough(peak.result))
    throw new Error(`${one.name} refused ${one.what}: ${JSON.stringify(peak.result).slice(0, 2_000)}`);
  return peak && megabytes(peak.togetherBytes);
};

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

const figuresOf = async (service: BenchService, bundles: string, one: Case): Promise<Figure[]> => {
  const configuredMb = planOf(service, one.name).memoryMb;
  const what = `${one.name}: ${one.what}`;
  const measure = async (memoryMb: number): Promise<number> =>
    (await peakMb(service, bundles, one, memoryMb)) ?? Number.POSITIVE_INFINITY;
  const limit = (one.isConverted ? undefined : goalMb[one.name]) ?? configuredMb;
  const figure = async (unit: string, memoryMb: number): Promise<Figure> => ({
    section: sectionOf(one),
    what,
    unit,
    value: await measure(memoryMb),
    limit,
  });
  const asConfigured = await figure('MB as configured', configuredMb);
  return one.isConverted || goalMb[one.name] === smallMb
    ? [asConfigured]
    : [await figure('MB of 256', smallMb), asConfigured];
};

/** Cancels the scans whose tasks are throttled: they would fail, and a repository whose scans fail is paused. */
const cancelScans = async (
  { request, expectStatus: demand }: BenchService,
  { token }: Tenant,
): Promise<void> => {
  const { items } = await demand(200, 'GET', '/v1/scans', token);
  for (const { scanId, status } of items as { scanId: string; status: string }[])
    if (status === 'queued' || status === 'running')
      await request('POST', `/v1/scans/${scanId}/cancel`, token);
};

/** Measures the memory of each function that handles a body of 10 MB. It leaves the workflows paused. */
export const measureLargeBodies = async (service: BenchService, bundles: string): Promise<Figure[]> => {
  await pauseWorkflows(service);
  const tenant = await newTenant(service, 1_000);
  const of = { projectUnitId: await unitOf(service, tenant), bundles };
  const figures: Figure[] = [];
  for (const casesOf of [sbomCases, lockfileCases, hostileCases, documentCases])
    for (const one of await casesOf(service, tenant, of)) {
      figures.push(...(await figuresOf(service, bundles, one)));
      await cancelScans(service, tenant);
    }
  return figures;
};
