import { callAs } from '../actors/actions.ts';
import type { Organization } from '../actors/organization.ts';
import { sessionOf } from '../actors/sessions.ts';
import { connectRepository } from '../actors/pipeline.ts';
import { ids } from '../outside/ids.ts';
import type { Scan } from '@scangate/domain/records';
import { beAbout } from '../scheduler/process.ts';
import type { World } from '../start/world.ts';
import { packageLock } from '#test/support/scans/judged-scans.ts';
import type { Flow } from './flow.ts';

const ended = ['completed', 'failed', 'cancelled'];
const firstWaitMs = 15_000;
const mostTries = 3;

/** Two units of which one changes with each commit. */
const filesOf = ({ taint }: Organization): Record<string, string> => {
  const json = JSON.stringify({ name: taint, version: '1.0.0' });
  const lock = (version: string): string => packageLock({ alpha: '*' }, { alpha: { version } });
  return {
    'package.json': json,
    'package-lock.json': lock('1.0.0'),
    'web/package.json': json,
    'web/package-lock.json': lock('2.0.0'),
  };
};

const requestFor = ({ git }: World, organization: Organization, isMissing: boolean): object => {
  const [repository] = organization.repositories;
  if (!repository) throw new Error('no repository is connected');
  const { repositoryId, url } = repository;
  const pushed = git.commit(url, 'main', filesOf(organization));
  return {
    repositoryId,
    commitHash: isMissing ? pushed.replace(/^.{8}/, 'deadbeef') : pushed,
    branch: 'main',
  };
};

/** Asks for a scan, again with the same key where no answer came. @returns its id. */
const ask = async (
  world: World,
  { secret, body, job }: { secret: string; body: object; job: number },
): Promise<string | undefined> => {
  const key = ids.uuid();
  for (let tries = 1; tries <= mostTries; tries += 1) {
    beAbout(`job ${job}`, { step: 'asked', triesLeft: mostTries - tries });
    const answer = await world.api.call('create-scan', { secret, body, key });
    const isOver = answer.status < 500 && answer.status !== 409;
    if (isOver) beAbout(`job ${job}`, { step: `answered ${answer.status}` });
    if (answer.status < 300) return String(answer.body['scanId']);
    if (isOver) return undefined;
    await world.scheduler.sleep(2_000 * tries);
  }
  return undefined;
};

const awaitEnd = async (world: World, secret: string, scanId: string): Promise<void> => {
  for (let tries = 1; tries <= 5; tries += 1) {
    await world.scheduler.sleep(firstWaitMs * tries);
    const answer = await world.api.call('get-scan', { secret, params: { scanId } });
    if (ended.includes(String(answer.body['status']))) return;
  }
};

interface ScanWay {
  /** Pipelines that ask for the same commit at once. */
  jobs?: number;
  /** Whether a force push has removed the commit. */
  isMissing?: boolean;
  cancelsAfterMs?: number;
}

/** Pushes, asks for a scan so many times at once, and waits for the verdict. */
export const scan =
  ({ jobs = 1, isMissing = false, cancelsAfterMs }: ScanWay) =>
  async (world: World, organization: Organization): Promise<void> => {
    const secret = (await sessionOf(world, organization, ['owner'])) ?? '';
    const body = requestFor(world, organization, isMissing);
    const asked = Array.from({ length: jobs }, (_none, job) => ask(world, { secret, body, job }));
    const found = await Promise.all(asked);
    const [scanId] = found.filter((id) => id !== undefined);
    if (scanId === undefined) return;
    if (cancelsAfterMs !== undefined) {
      await world.scheduler.sleep(cancelsAfterMs);
      await callAs({ world, organization, roles: ['owner'] }, 'cancel-scan', { params: { scanId } });
    }
    beAbout('verdict', { step: 'awaited' });
    await awaitEnd(world, secret, scanId);
  };

/** Whether there is a scan, and all of them ended so. */
const hasEnded =
  (as: Scan['status']): Flow['isReached'] =>
  (store, { organizationId }) => {
    const scans = store.all('scan').filter((one) => one.organizationId === organizationId);
    return scans.length > 0 && scans.every(({ status }) => status === as);
  };

/** Whether its credits came back, too. */
const isRefunded =
  (as: Scan['status']): Flow['isReached'] =>
  (store, organization) =>
    hasEnded(as)(store, organization) &&
    store
      .all('ledgerEntry')
      .some(
        ({ accountId, cause }) => accountId === organization.organizationId && cause.startsWith('refund#'),
      );

const regulated = { plan: 'Regulated', licenses: 20, credits: { core: 2_000, sast: 500 } } as const;

export const scanFlows: readonly Flow[] = [
  {
    name: 'create',
    order: regulated,
    functions: ['create-scan'],
    prepare: connectRepository,
    act: scan({}),
    isReached: hasEnded('completed'),
  },
  {
    name: 'charge',
    order: { ...regulated, credits: { core: 3, sast: 0 } },
    functions: ['create-scan'],
    prepare: connectRepository,
    act: scan({ jobs: 2 }),
    isReached: hasEnded('completed'),
  },
  {
    name: 'end',
    order: regulated,
    functions: ['prepare-scan', 'scan-small-units', 'finish-scan'],
    prepare: connectRepository,
    act: scan({}),
    isReached: hasEnded('completed'),
  },
  {
    name: 'refund',
    order: regulated,
    functions: ['prepare-scan', 'fetch-source', 'finish-scan'],
    prepare: connectRepository,
    act: scan({ isMissing: true }),
    isReached: isRefunded('failed'),
  },
  {
    name: 'refund of a cancelled scan',
    order: regulated,
    functions: ['cancel-scan', 'on-execution-ended'],
    prepare: connectRepository,
    act: scan({ cancelsAfterMs: 600 }),
    isReached: isRefunded('cancelled'),
  },
];
