import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ApiProblem, createClient } from '@scangate/client';
import { parseRepositoryUrl } from '@scangate/domain/repositories/repository-url';
import { currentAdvisories, importSamplesIfEmpty, type CurrentAdvisories } from '../current-advisories.ts';
import { dataFolderObjects } from '../data-folder-objects.ts';
import { connectReceiver } from '../receiver/demo-webhook.ts';
import { createOrganization } from '../create-organization.ts';
import { demoChecks } from '../integrations/demo-checks.ts';
import { connectDemoIntegrations } from '../integrations/demo-integrations.ts';
import { storeAccount, storedAccount, type DemoAccount } from './demo-account.ts';
import { demoBundle } from './demo-product-bundle.ts';
import { sampleCommits, sampleRepository, type SampleRepository } from '../sample/sample-repository.ts';
import { warehouseRepository } from '../sample/warehouse-repository.ts';
import type { CloudContext, LocalCloud } from '../start.ts';

/** A ready-made organization with a connected repository and a token to scan it. */
export interface Demo extends DemoAccount {
  repositoryId: string;
  /** The id of the second repository, and of the bundle of both. */
  warehouse: string;
  bundleId: string;
  fullName: string;
  sample: SampleRepository;
  advisories: CurrentAdvisories | undefined;
}

const storefront = 'sample/storefront';
const warehouse = 'sample/warehouse';
/**
 * The longest time that a person who signs in waits for the first scan; the service waits no longer than 5 s for the
 * issuer.
 */
const firstScanMs = 3_000;

type Folder = Pick<LocalCloud, 'data' | 'plan' | 'clock'>;

const nowOf = ({ clock }: Pick<CloudContext, 'clock'>): string => new Date(clock.now()).toISOString();
const objectsOf = ({ data, plan, clock }: Folder) => dataFolderObjects(data, plan, clock.now);

/** Imports sample advisories before the first request is served, so that the first scan has advisories. */
export const importSampleAdvisories = (folder: Folder): Promise<void> =>
  importSamplesIfEmpty(objectsOf(folder), nowOf(folder));

const clientOf = ({ url }: Pick<LocalCloud, 'url'>, token: string) => createClient({ baseUrl: url, token });

/** Checks the stored tokens, which may have been revoked or lost with the database. */
const isAlive = async (cloud: LocalCloud, { tokens }: DemoAccount): Promise<boolean> => {
  try {
    await clientOf(cloud, tokens.owner).call('get-gate');
    await clientOf(cloud, tokens.service).call('list-scans', { query: { limit: 1 } });
    return true;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return false;
    throw error;
  }
};

/** Makes the people whom the local issuer lists members of the demo organization. */
const linkPeople = async (url: string, { organizationId }: DemoAccount): Promise<void> => {
  const response = await fetch(`${url}/_local/organizations/${organizationId}/demo-people`, {
    method: 'POST',
  });
  if (!response.ok) throw new Error(`The demo's people were not linked: ${await response.text()}`);
};

/** Scans the default branch of the sample unless it has a scan, so that the console starts with a failing gate. */
const scanSample = async (url: string, { tokens }: DemoAccount): Promise<void> => {
  const client = clientOf({ url }, tokens.service);
  const { body: sample } = await client.call('resolve-repository', { query: { fullName: storefront } });
  const { repositoryId } = sample;
  const { body: scans } = await client.call('list-scans', { query: { repositoryId, limit: 1 } });
  if (scans.items.length > 0) return;
  const commit = { commitHash: sampleCommits.vulnerable, branch: 'main' };
  const { body: scan } = await client.call('create-scan', { body: { repositoryId, ...commit } });
  await client.waitForVerdict(scan.scanId);
};

/** Prepares the demo for a person who signs in. A scan that takes long continues meanwhile. */
export const prepareDemo = async ({ data, identity }: CloudContext): Promise<void> => {
  const account = storedAccount(data);
  if (!account) return;
  const { publicUrl } = identity.signIn;
  await linkPeople(publicUrl, account);
  const scanned = scanSample(publicUrl, account).catch((error: unknown) => {
    console.error('The sample could not be scanned:', error);
  });
  await Promise.race([scanned, setTimeout(firstScanMs, undefined, { ref: false })]);
};

const accountOf = async (cloud: LocalCloud): Promise<DemoAccount> => {
  const stored = storedAccount(cloud.data);
  if (stored && (await isAlive(cloud, stored))) return stored;
  const { organizationId, tokens } = await createOrganization(cloud.url, { name: 'Demo', plan: 'Team' });
  const account = { organizationId, tokens: { owner: tokens.owner, service: tokens.service } };
  storeAccount(cloud.data, account);
  return account;
};

interface ToConnect {
  path: string;
  fullName: string;
}

/** Connects a sample repository, again if the data folder has been moved. */
const connect = async (
  cloud: LocalCloud,
  { tokens }: DemoAccount,
  { path, fullName }: ToConnect,
): Promise<string> => {
  const owner = clientOf(cloud, tokens.owner);
  const { url } = parseRepositoryUrl(path, new Set(['file']));
  const connected = await Array.fromAsync(owner.items('list-repositories', { query: { limit: 100 } }));
  const known = connected.find((repository) => repository.fullName === fullName);
  if (known?.url === url) return known.repositoryId;
  if (known) await owner.call('disconnect-repository', { params: { repositoryId: known.repositoryId } });
  const { body } = await owner.call('connect-repository', { body: { url: path, fullName } });
  return body.repositoryId;
};

/** Creates the missing parts of the demo. Existing parts stay, so that every start has the same token. */
export const setUpDemo = async (cloud: LocalCloud): Promise<Demo> => {
  const folderOf = (name: string): string => join(cloud.data, ...name.split('/'));
  const [account, sample, stock, advisories] = await Promise.all([
    accountOf(cloud),
    sampleRepository(folderOf(storefront)),
    warehouseRepository(folderOf(warehouse)),
    currentAdvisories(objectsOf(cloud), nowOf(cloud)),
  ]);
  const repositoryId = await connect(cloud, account, { path: sample.path, fullName: storefront });
  const second = await connect(cloud, account, { path: stock.path, fullName: warehouse });
  await demoChecks(clientOf(cloud, account.tokens.owner), repositoryId);
  await connectDemoIntegrations(clientOf(cloud, account.tokens.owner));
  await connectReceiver(clientOf(cloud, account.tokens.owner), cloud.url);
  const bundleId = await demoBundle(clientOf(cloud, account.tokens.owner), [repositoryId, second]);
  return { ...account, repositoryId, warehouse: second, bundleId, fullName: storefront, sample, advisories };
};
