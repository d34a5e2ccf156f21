import { crc32Base62 } from '@scangate/engines/model/base62-checksum';
import { base62, fake, lowerDigits } from '@scangate/engines/secrets/rule-example';
import { packageLock } from '#test/support/scans/judged-scans.ts';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import type { Organization } from './organization.ts';
import { sessionOf } from './sessions.ts';

const versions = ['1.0.0', '1.1.0', '1.2.0', '2.0.0'] as const;

/** A file with a token of a host, which somebody has committed. */
const leakedToken = (seed: number): string => {
  const random = fake(base62, 30, seed);
  return `TOKEN=ghp_${random}${crc32Base62(random)}\n`;
};

/** The files of some commit: one or two units with a few packages. */
const filesOf = (world: World, { taint }: Organization): Record<string, string> => {
  const { scheduler } = world;
  const unit = (): string => {
    const names = ['alpha', 'beta', 'gamma'].slice(0, 1 + scheduler.draw(3));
    const packages = Object.fromEntries(names.map((name) => [name, { version: scheduler.pick(versions) }]));
    return packageLock(Object.fromEntries(names.map((name) => [name, '*'])), packages);
  };
  const json = JSON.stringify({ name: taint, version: '1.0.0' });
  return {
    'package.json': json,
    'package-lock.json': unit(),
    ...(scheduler.random() < 0.5 && { 'web/package.json': json, 'web/package-lock.json': unit() }),
    ...(scheduler.random() < 0.5 && {
      'app.env': `KEY=ownkey_${fake(lowerDigits, 16, scheduler.draw(1e9))}\n`,
    }),
    ...(scheduler.random() < 0.04 && { 'settings.env': leakedToken(scheduler.draw(1e9)) }),
  };
};

/** Makes a repository at a host and connects it. */
export const connectRepository = async (world: World, organization: Organization): Promise<void> => {
  const session = await sessionOf(world, organization, ['owner', 'admin']);
  if (session === undefined) return;
  const name = `r${organization.repositories.length}`;
  const url = `https://git.example.com/${organization.taint}/${name}-${world.scheduler.draw(1_000_000)}.git`;
  const secret = world.scheduler.random() < 0.5 ? `secret of ${organization.taint}` : undefined;
  world.git.create(url, secret, filesOf(world, organization));
  const body = { url, ...(secret !== undefined && { credential: { secret } }) };
  const answer = await world.api.call('connect-repository', { secret: session, body });
  if (answer.status !== 201) return;
  organization.repositories.push({ repositoryId: String(answer.body['repositoryId']), url });
};

const isOver = (status: unknown): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** Waits for the verdict of a scan in long requests, as the action of a CI does. */
const waitForVerdict = async (world: World, secret: string, scanId: string): Promise<void> => {
  const query = { timeout: '180', interval: '20' };
  for (let tries = 0; tries < 3; tries += 1) {
    const { status, body } = await world.api.call('wait-scan', { secret, params: { scanId }, query });
    if (status < 500 && status !== 429 && body['reason'] !== 'wait_timeout') return;
    await world.scheduler.sleep(5_000);
  }
};

/** Asks for the verdict of a scan until there is one, or gives up. */
const awaitVerdict = async (world: World, secret: string, scanId: string): Promise<void> => {
  if (world.scheduler.random() < 0.3) return waitForVerdict(world, secret, scanId);
  for (let tries = 0; tries < 6; tries += 1) {
    await world.scheduler.sleep(15_000 * (tries + 1));
    const answer = await world.api.call('get-scan', { secret, params: { scanId } });
    if (isOver(answer.body['status']) || answer.status === 404) return;
  }
};

/** The request for a scan of a new commit: of the default branch, or of a pull request. */
const requestFor = (world: World, organization: Organization, isPull: boolean): object => {
  const { scheduler, git } = world;
  const { repositoryId, url } = scheduler.pick(organization.repositories);
  const number = 1 + scheduler.draw(20);
  const branch = isPull ? `pull-${number}` : 'main';
  const base = git.tipOf(url, 'main');
  // Somebody commits a secret to the branch, and removes it with the next commit.
  if (isPull && scheduler.random() < 0.7) {
    const leak = { 'settings.env': leakedToken(scheduler.draw(1e9)) };
    git.commit(url, branch, { ...filesOf(world, organization), ...leak });
  }
  const pushed = git.commit(url, branch, filesOf(world, organization));
  // A force push may have removed the commit before it is scanned.
  const commitHash = scheduler.random() < 0.06 ? pushed.replace(/^.{8}/, 'deadbeef') : pushed;
  return {
    repositoryId,
    commitHash,
    branch,
    ...(isPull && { baseCommitHash: base, pullRequest: { number } }),
    ...(scheduler.random() < 0.2 && { scanTypes: ['sca'] }),
  };
};

/** Cancels a scan that a newer push has made needless. */
const cancelSoon = async (world: World, secret: string, scanId: string): Promise<void> => {
  await world.scheduler.sleep(world.scheduler.draw(3_000));
  await world.api.call('cancel-scan', { secret, params: { scanId } });
};

interface Asked {
  world: World;
  organization: Organization;
  secret: string;
  body: object;
}

/** Requests a scan, again with the same key after a lost answer, until it gives up. */
const ask = async ({ world, organization, secret, body }: Asked): Promise<void> => {
  const { scheduler, api } = world;
  const key = ids.uuid();
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await api.call('create-scan', { secret, body, key });
    if (answer.status === 201 || answer.status === 200) {
      const scanId = String(answer.body['scanId']);
      organization.scans.push(scanId);
      if (scheduler.random() < 0.1) return cancelSoon(world, secret, scanId);
      return scheduler.random() < 0.8 ? awaitVerdict(world, secret, scanId) : undefined;
    }
    if (answer.status < 500 && answer.status !== 429) return;
    // A job that fails at its first request is common, and nobody asks again.
    if (scheduler.random() < 0.4) return;
    await scheduler.sleep(2_000 * (tries + 1));
  }
};

/** Pushes a commit and requests a scan of it. Now and then two jobs request the same. */
export const push = async (world: World, organization: Organization, isPull = false): Promise<void> => {
  const secret = await sessionOf(world, organization, ['owner', 'admin', 'member']);
  if (secret === undefined || organization.repositories.length === 0) return;
  const asked = { world, organization, secret, body: requestFor(world, organization, isPull) };
  const jobs = world.scheduler.random() < 0.15 ? 2 : 1;
  await Promise.all(Array.from({ length: jobs }, () => ask(asked)));
};
