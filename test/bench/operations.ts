import type { AwsCall } from './recorder.ts';
import { newTenant, type BenchService, type Tenant } from './service.ts';
import { clearFaults, pauseWorkflows } from './workflows.ts';

/** The AWS requests of one operation or workflow task. */
export interface Cost {
  calls: number;
  /** Calls in sequence; concurrent calls count as one. */
  serial: number;
  readUnits: number;
  writeUnits: number;
  /** The calls in order, with the bytes that they wrote. */
  requests: string[];
}

/** Returns the longest sequence of calls of which each began after the end of the one before. */
export const serialChain = <T extends Pick<AwsCall, 'startMs' | 'endMs'>>(calls: readonly T[]): T[] => {
  const chain: T[] = [];
  let freeAt = Number.NEGATIVE_INFINITY;
  for (const call of calls.toSorted((a, b) => a.endMs - b.endMs)) {
    if (call.startMs < freeAt) continue;
    chain.push(call);
    freeAt = call.endMs;
  }
  return chain;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const describe = ({ service, operation, written, readUnits }: AwsCall): string => {
  const parts = written.map(
    ({ kind, bytes, units, indexUnits }) =>
      `${kind} ${bytes} B = ${units}${indexUnits > 0 ? ` + ${indexUnits} index` : ''}`,
  );
  const read = readUnits > 0 ? `${readUnits} read` : '';
  const cost = written.length > 0 ? parts.join(', ') : read;
  return `${service} ${operation}${cost && ` (${cost})`}`;
};

export const costOf = (calls: readonly AwsCall[]): Cost => ({
  calls: calls.length,
  serial: serialChain(calls).length,
  readUnits: sum(calls.map((call) => call.readUnits)),
  writeUnits: sum(calls.flatMap(({ written }) => written.map((item) => item.units + item.indexUnits))),
  requests: calls.toSorted((a, b) => a.startMs - b.startMs).map(describe),
});

const byCaller = (calls: readonly AwsCall[]): Map<string, Cost> =>
  new Map([...Map.groupBy(calls, ({ caller }) => caller)].map(([name, own]) => [name, costOf(own)]));

/** Returns the cost of a function. @throws Error if it made no request. */
const costIn = (costs: ReadonlyMap<string, Cost>, caller: string): Cost => {
  const cost = costs.get(caller);
  if (!cost) throw new Error(`${caller} made no request to AWS; others did: ${[...costs.keys()].join(', ')}`);
  return cost;
};

export interface Operations {
  costs: Record<string, Cost>;
  /** The billed transitions of the whole scan. */
  transitions: number;
}

const asking = (service: BenchService, { token, repositoryId }: Tenant) => {
  const trace = async (run: () => Promise<unknown>, ordered?: string) =>
    byCaller((await service.recorder.during(run, ordered)).calls);
  const create = (
    status: number,
    commit: number,
    { headers, base }: { headers?: Record<string, string>; base?: number } = {},
  ) =>
    service.expectStatus(status, 'POST', '/v1/scans', token, {
      body: {
        repositoryId,
        commitHash: service.commits[commit],
        branch: 'main',
        ...(base !== undefined && { baseCommitHash: service.commits[base] }),
      },
      ...(headers && { headers }),
    });
  const whole = async (commit: number, base?: number) => {
    const { scanId } = await create(201, commit, base === undefined ? {} : { base });
    await service.settle();
    return String(scanId);
  };
  return { trace, create, whole };
};

/** So many requests show how many of them make a third call: one in sixteen, by chance. */
const requestsAuthorized = 64;
const mostWithAnother = requestsAuthorized / 4;

/** Authorizes requests, of which few also count for their organization. @returns the cost of each of the others. */
const authorizerCost = async (request: () => Promise<ReadonlyMap<string, Cost>>): Promise<Cost> => {
  const costs: Cost[] = [];
  while (costs.length < requestsAuthorized) costs.push(costIn(await request(), 'authorizer'));
  const [least = costIn(new Map(), 'authorizer'), ...others] = costs.toSorted((a, b) => a.calls - b.calls);
  const withAnother = others.filter(({ calls }) => calls > least.calls).length;
  if (withAnother > mostWithAnother)
    throw new Error(`${withAnother} of ${costs.length} requests make a call more`);
  return least;
};

/** Cancels a scan whose first task never runs. */
const cancelCost = async (service: BenchService, tenant: Tenant): Promise<Cost> => {
  const { trace, create } = asking(service, tenant);
  await pauseWorkflows(service);
  const { scanId } = await create(201, 3);
  const costs = await trace(() =>
    service.expectStatus(200, 'POST', `/v1/scans/${String(scanId)}/cancel`, tenant.token),
  );
  await clearFaults(service);
  await service.settle();
  return costIn(costs, 'cancel-scan');
};

/** Refuses a member: the first refusal of an hour leaves a row, and later ones of the same instance ask nothing. */
const refusalCost = async (service: BenchService, { trace }: Pick<ReturnType<typeof asking>, 'trace'>) => {
  const order = { body: { name: 'Refused', plan: 'Team' } };
  const { tokens } = await service.expectStatus(201, 'POST', '/_local/organizations', undefined, order);
  const { member } = tokens as { member: string };
  const change = { body: {}, headers: { 'if-match': '*' } };
  const refuse = () => service.expectStatus(403, 'PATCH', '/v1/organization/gate', member, change);
  return costIn(await trace(refuse), 'change-gate');
};

/** Measures each operation on its second run, in a warm function. */
export const measureOperations = async (service: BenchService): Promise<Operations> => {
  const tenant = await newTenant(service, 100);
  const { trace, create, whole } = asking(service, tenant);
  const get = (path: string) => service.expectStatus(200, 'GET', path, tenant.token);
  const resolve = () => get('/v1/repositories/resolve?fullName=bench/repository');

  const first = await whole(0);
  await Promise.all([resolve(), get(`/v1/scans/${first}`), get(`/v1/scans/${first}/wait`)]);

  let scanId = '';
  const scanned = await trace(async () => void (scanId = await whole(1)), 'create-scan');
  const keyed = await trace(() => create(201, 2, { headers: { 'idempotency-key': 'bench' } }));
  await service.settle();
  await whole(2, 0);
  const compared = await trace(() => whole(1, 0));
  const repeated = await trace(() => create(200, 1));
  await Promise.all([get('/v1/findings'), get('/v1/trends')]);
  const listed = await trace(() => get('/v1/findings'));
  const filtered = await trace(() => get('/v1/findings?kind=vulnerability&assignee=none&minAgeDays=0'));
  const trended = await trace(() => get('/v1/trends'));
  const resolved = await trace(resolve);
  const getTraced = () => trace(() => get(`/v1/scans/${scanId}`));
  const got = await getTraced();
  const authorized = await authorizerCost(getTraced);
  const waited = await trace(() => get(`/v1/scans/${scanId}/wait`));
  const refused = await refusalCost(service, { trace });
  const cancelled = await cancelCost(service, tenant);
  const execution = await get(`/_local/executions/${scanId}`);
  return {
    transitions: Number(execution['transitions']),
    costs: {
      'authorizer, added to most requests': authorized,
      'resolve-repository': costIn(resolved, 'resolve-repository'),
      'create-scan': costIn(scanned, 'create-scan'),
      'create-scan with Idempotency-Key': costIn(keyed, 'create-scan'),
      'create-scan of an equal scan': costIn(repeated, 'create-scan'),
      'get-scan': costIn(got, 'get-scan'),
      'wait-scan of an ended scan': costIn(waited, 'wait-scan'),
      'cancel-scan': cancelled,
      'a first refusal (403)': refused,
      'create-scan with a base': costIn(compared, 'create-scan'),
      'prepare-scan with a stored base': costIn(compared, 'prepare-scan'),
      'compare-base of a stored base': costIn(compared, 'compare-base'),
      'prepare-scan': costIn(scanned, 'prepare-scan'),
      'scan-small-units': costIn(scanned, 'scan-small-units'),
      'track-default-branch of a scan that changes nothing': costIn(scanned, 'track-default-branch'),
      'list-tracked-findings': costIn(listed, 'list-tracked-findings'),
      'list-tracked-findings with facets': costIn(filtered, 'list-tracked-findings'),
      'get-trends': costIn(trended, 'get-trends'),
    },
  };
};
