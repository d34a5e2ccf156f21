import { S3Client } from '@aws-sdk/client-s3';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { s3ObjectStore } from '#adapters/s3/blobs.ts';
import { controlActions } from '#local/control/control-actions.ts';
import { startLocalCloud, type LocalCloud, type LocalCloudOptions } from '#local/start.ts';
import { csrfHeader, csrfToken } from '@scangate/domain/identity/csrf';
import { sessionCookieName } from '#runtime/http/cookies.ts';

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  text: string;
  body: T;
}

export interface TestCloud {
  cloud: LocalCloud;
  /** Sends a request to the service or its control plane. A string or buffer is sent unchanged. */
  ask<T = Record<string, unknown>>(
    method: string,
    path: string,
    more?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer<T>>;
  newOrganization(
    order?: object,
  ): Promise<{ organizationId: string; tokens: Record<string, string>; sessions: Record<string, string> }>;
  stop(): Promise<void>;
}

/** A session is a cookie, with the header that its console sends; any other credential is a bearer token. */
const credentialHeaders = (secret: string): Record<string, string> =>
  secret.startsWith('sgc_')
    ? { Cookie: `${sessionCookieName}=${secret}`, [csrfHeader]: csrfToken(secret) }
    : { Authorization: `Bearer ${secret}` };

/**
 * Starts the whole service on a free port, in a folder of its own.
 * @param disabledSchedules names the jobs that do not run, beside the one that fetches advisories from outside.
 * @param more `buildConsole` gives the console its files; without it there are none.
 */
export const startTestCloud = async (
  disabledSchedules: readonly string[] = [],
  more: Pick<LocalCloudOptions, 'buildConsole' | 'workerLimit'> = {},
): Promise<TestCloud> => {
  const { partOfSharedDatabase } = await import('../store/test-database.ts');
  return startCloud({ startDatabase: partOfSharedDatabase, disabledSchedules, ...more });
};

let shared: Promise<TestCloud> | undefined;

/**
 * One service for the test files of a worker, each of which has organizations of its own. Nobody moves its clock or stops
 * it: it ends with the worker. What its functions loaded for one file is there for the next.
 */
export const sharedTestCloud = (): Promise<TestCloud> => (shared ??= startTestCloud());

/** The same with a database of its own unless one is given, which needs no test runner. */
export const startCloud = async ({
  disabledSchedules = [],
  ...options
}: Pick<
  LocalCloudOptions,
  'startDatabase' | 'disabledSchedules' | 'buildConsole' | 'workerLimit'
>): Promise<TestCloud> => {
  const data = mkdtempSync(join(tmpdir(), 'scangate-e2e-'));
  const cloud = await startLocalCloud({
    data,
    port: 0,
    controlActions,
    ...options,
    disabledSchedules: ['sync-advisories', 'sync-os-advisories', ...disabledSchedules],
  });
  const ask: TestCloud['ask'] = async (method, path, { token, body, headers } = {}) => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await fetch(cloud.url + path, {
      method,
      headers: {
        ...(token !== undefined && credentialHeaders(token)),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = (response.headers.get('content-type') ?? '').includes('json') && text.trim() !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (json ? JSON.parse(text) : {}) as never,
    };
  };
  return {
    cloud,
    ask,
    newOrganization: async (order = {}) => {
      const { body } = await ask('POST', '/_local/organizations', {
        body: { name: 'Test', plan: 'Team', ...order },
      });
      return body as never;
    },
    stop: async () => {
      await cloud.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
};

/** Imports advisories as the current snapshot. */
export const loadAdvisories = async ({ cloud }: TestCloud, records: readonly object[]): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-osv-'));
  const file = join(folder, 'records.jsonl');
  writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
  const { environment, plan } = cloud;
  const client = new S3Client({
    endpoint: environment['AWS_ENDPOINT_URL_S3'] ?? '',
    region: environment['AWS_REGION'] ?? '',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const bucket = plan.functions.find((fn) => fn.environment['DATA_BUCKET'])?.environment['DATA_BUCKET'] ?? '';
  const report = await importAdvisories(file, {
    objects: s3ObjectStore({ client, bucket }),
    now: new Date().toISOString(),
  });
  rmSync(folder, { recursive: true });
  client.destroy();
  if (!report.switched) throw new Error(report.failure);
};

const environment = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};

/** Creates a git repository with one commit per set of files. @returns its path and the hashes, oldest first. */
export const makeRepository = (...commits: Record<string, string>[]): { path: string; hashes: string[] } => {
  const path = join(mkdtempSync(join(tmpdir(), 'scangate-repo-')), 'acme', 'shop');
  mkdirSync(path, { recursive: true });
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', path, ...args], {
      env: environment,
      encoding: 'utf8',
    }).trim();
  git('init', '-q', '-b', 'main');
  const hashes = commits.map((files, index) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    }
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', `commit ${index}`);
    return git('rev-parse', 'HEAD');
  });
  return { path, hashes };
};
