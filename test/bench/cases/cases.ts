import { join } from 'node:path';
import { openTrust } from '../exchange/exchange.ts';
import { costFigures, type Figure } from '../figures.ts';
import { costOf, type Cost } from '../operations.ts';
import { newTenant, type BenchService, type Tenant } from '../service.ts';
import { makeUnits } from './units.ts';

/** The longest branch of one byte a letter. */
const longBranch = 'b'.repeat(255);
/** A branch of letters that take three bytes each, without a repetition. */
const longUnicodeBranch = String.fromCodePoint(
  ...Array.from({ length: 255 }, (_, index) => 0x4e00 + ((index * 7_919) % 20_000)),
);
const largePolicy = {
  licensePolicy: {
    exceptions: Array.from({ length: 100 }, (_, index) => ({
      package: `pkg:npm/package-${index}`,
      reason: 'Reviewed by the legal department; its record tells why.',
    })),
  },
};
const lockfile = {
  path: 'package-lock.json',
  content: JSON.stringify({ name: 'bench', lockfileVersion: 3, packages: { '': { name: 'bench' } } }),
};
const absent = '00000000-0000-4000-8000-000000000404';
const create = 'create-scan';

type Run = () => Promise<unknown>;

/** Returns the cost of the function that answers a request. */
const traced = async (service: BenchService, name: string, run: Run): Promise<Cost> => {
  const { calls } = await service.recorder.during(run, name);
  return costOf(calls.filter(({ caller }) => caller === name));
};

const creating =
  (service: BenchService, { token, repositoryId }: Tenant) =>
  (status: number, more: Record<string, unknown> = {}): Promise<Cost> =>
    traced(service, create, () =>
      service.expectStatus(status, 'POST', '/v1/scans', token, {
        body: { repositoryId, commitHash: service.commits[0], branch: 'main', ...more },
      }),
    );

const accepted = async (service: BenchService, tenant: Tenant): Promise<Record<string, Cost>> => {
  const cost = creating(service, tenant);
  const resolve = '/v1/repositories/resolve?fullName=bench/repository';
  const { projectUnits } = await service.expectStatus(200, 'GET', resolve, tenant.token);
  const [{ projectUnitId } = { projectUnitId: '' }] = projectUnits as { projectUnitId: string }[];
  const branch = await cost(201, { branch: longBranch, commitHash: service.commits[1] });
  const inUnicode = await cost(201, { branch: longUnicodeBranch, commitHash: service.commits[3] });
  const artifact = await cost(201, { projectUnitId, lockfile });
  await service.expectStatus(200, 'PATCH', '/v1/organization/gate', tenant.owner, {
    body: largePolicy,
    headers: { 'if-match': '*' },
  });
  const policy = await cost(201, { commitHash: service.commits[2] });
  await service.settle();
  return {
    'create-scan with a long branch': branch,
    'create-scan with a long branch in Chinese': inUnicode,
    'create-scan of an artifact': artifact,
    'create-scan with a large policy': policy,
  };
};

const refused = async (service: BenchService, tenant: Tenant): Promise<Record<string, Cost>> => {
  const { token, repositoryId } = tenant;
  const poor = creating(service, await newTenant(service, 0));
  const spent = creating(service, await newTenant(service, 1));
  await spent(201);
  const { scanId } = await service.expectStatus(201, 'POST', '/v1/scans', token, {
    body: { repositoryId, commitHash: service.commits[3] },
  });
  await service.settle();
  const cancel = () => service.expectStatus(409, 'POST', `/v1/scans/${String(scanId)}/cancel`, token);
  return {
    'create-scan without credits (402)': await poor(402),
    'create-scan after the last credit (402)': await spent(402, { commitHash: service.commits[1] }),
    'create-scan of an unknown repository (404)': await creating(service, tenant)(404, {
      repositoryId: absent,
    }),
    'cancel-scan of an ended scan (409)': await traced(service, 'cancel-scan', cancel),
  };
};

const recordBytes = ({ requests }: Cost): number =>
  Math.max(
    ...requests.flatMap((call) => [...call.matchAll(/\bSCAN (\d+) B/g)].map(([, bytes]) => Number(bytes))),
  );

const recordFigures = (costs: Readonly<Record<string, Cost>>): Figure[] =>
  Object.entries(costs).map(([what, cost]) => ({
    section: 'Scan record',
    what: `scan record: ${what}`,
    unit: 'bytes',
    value: recordBytes(cost),
    limit: 1024,
  }));

/** A scan of a thousand units takes longer than one request waits for it. */
const settleTries = 12;

const settleAll = async ({ request }: BenchService): Promise<void> => {
  for (let tries = 1; (await request('POST', '/_local/settle')).status !== 200; tries += 1)
    if (tries >= settleTries) throw new Error('a scan is still under way');
};

/** Scans a commit of so many units, of a new repository. @returns the scan and the calls of its workflow. */
const scanUnits = async (service: BenchService, count: number, attempt: number) => {
  const name = `units-${count}-${attempt}`;
  const path = join(service.cloud.data, '..', 'bench', name);
  const commitHash = await makeUnits(path, count);
  const { owner, token } = await newTenant(service, 2 * count);
  const body = { url: path, fullName: `bench/${name}` };
  const { repositoryId } = await service.expectStatus(201, 'POST', '/v1/repositories', owner, { body });
  let scanId = '';
  const { calls } = await service.recorder.during(async () => {
    const asked = { body: { repositoryId, commitHash, branch: 'main' } };
    ({ scanId } = (await service.expectStatus(201, 'POST', '/v1/scans', token, asked)) as { scanId: string });
    await settleAll(service);
  });
  const { status } = await service.expectStatus(200, 'GET', `/v1/scans/${scanId}`, token);
  if (status !== 'completed') throw new Error(`a scan of ${count} units is ${String(status)}`);
  const execution = await service.expectStatus(200, 'GET', `/_local/executions/${scanId}`, token);
  return {
    workflow: calls.filter(({ caller }) => caller !== create),
    transitions: Number(execution['transitions']),
  };
};

const writesOf = ({ workflow }: Awaited<ReturnType<typeof scanUnits>>, wanted: string): number =>
  workflow.filter(({ written }) => written.some(({ kind }) => kind === wanted)).length;

/** Scans a commit of so many units. @returns the transitions, and how often the scan was written. */
const unitFigures = async (service: BenchService, count: number): Promise<Figure[]> => {
  let scanned = await scanUnits(service, count, 1);
  // One in eight is counted as active, with a write more.
  for (let attempt = 2; writesOf(scanned, 'ACTIVE') > 0; attempt += 1)
    scanned = await scanUnits(service, count, attempt);
  const { workflow, transitions } = scanned;
  const figure = { section: 'Workflow', what: `scan of ${count} units` };
  return [
    { ...figure, unit: 'billed transitions', value: transitions },
    {
      ...figure,
      unit: 'writes of the scan',
      value: writesOf(scanned, 'SCAN'),
      ...(count === 40 && { limit: 2 }),
    },
    { ...figure, unit: 'write units', value: costOf(workflow).writeUnits },
  ];
};

/** Creates scans of a pull request, by a token of the service and by that of a CI; the second run of each counts. */
const ofPullRequest = async (service: BenchService, tenant: Tenant): Promise<Record<string, Cost>> => {
  const asked = (commit: number) => ({
    commitHash: service.commits[commit],
    baseCommitHash: service.commits[0],
    pullRequest: { number: 1_234_567 },
  });
  const { token } = await (await openTrust(service, tenant))();
  const byCi = creating(service, { ...tenant, token });
  const plain = await creating(service, tenant)(201, { pullRequest: { number: 7 } });
  await byCi(201, asked(2));
  return {
    'create-scan with a pull request': plain,
    'create-scan by a CI with a base and a pull request': await byCi(201, asked(1)),
  };
};

/** Measures creations of unusual requests, refusals, and scans of many units. */
export const measureCases = async (service: BenchService): Promise<Figure[]> => {
  const tenant = await newTenant(service, 50);
  const usual = await ofPullRequest(service, tenant);
  const unusual = await accepted(service, tenant);
  const section = 'AWS per operation, warm';
  return [
    ...Object.entries({ ...usual, ...unusual }).flatMap(([what, cost]) =>
      costFigures(section, what, cost, what.endsWith('policy') ? { writeUnits: 10 } : {}),
    ),
    ...Object.entries(await refused(service, tenant)).flatMap(([what, cost]) =>
      costFigures(section, what, cost),
    ),
    ...recordFigures({ ...usual, ...unusual }),
    ...(await unitFigures(service, 40)),
    ...(await unitFigures(service, 200)),
  ];
};

/** Measures a scan of the most units that one may have; it takes minutes, for each unit has sandboxes of its own. */
export const measureManyUnits = (service: BenchService): Promise<Figure[]> => unitFigures(service, 1_000);
