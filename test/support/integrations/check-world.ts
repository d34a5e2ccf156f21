import { generateKeyPairSync } from 'node:crypto';
import type { ProviderServiceName } from '@scangate/emulator-host/fault-injector';
import type { BitbucketState } from '@scangate/emulator-providers/bitbucket/state';
import type { GithubState } from '@scangate/emulator-providers/github/state';
import type { GitlabState } from '@scangate/emulator-providers/gitlab/state';
import { openProviders, type ProviderServer } from '@scangate/emulator-providers/open-providers';
import type { CheckApi, CheckSettings, Delivery, Repository, Scan } from '@scangate/domain/records';
import { resultObjectName } from '@scangate/engines/model/results';
import type { Finding, SecretFinding } from '@scangate/engines/model/finding';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { outboundHosts } from '#adapters/outbound/outbound.ts';
import { checkWriters } from '#adapters/providers/check-writers.ts';
import { checkSender } from '#app/integrations/checks/check-sender.ts';
import type { SendOutcome } from '#ports/events/event-sender.ts';
import { fullPolicy, fullScan } from '../full-scan.ts';
import { noon, testIds, write } from '../world.ts';

const hosts: Readonly<Record<CheckApi, string>> = {
  github: 'https://github.com/acme/shop',
  gitlab: 'https://gitlab.com/acme/web/shop.git',
  bitbucket: 'https://bitbucket.org/acme/shop',
};

export const checkTokens: Readonly<Record<CheckApi, string>> = {
  github: 'ghp_ofTheRepository',
  gitlab: 'glpat-ofTheRepository',
  bitbucket: 'ATCTTofTheRepository',
};

const organizationId = 'o-1';
const {
  artifact: _artifact,
  base: _base,
  pullRequestCheck: _check,
  pullRequest: _pull,
  ...commitScan
} = fullScan;

export interface ScanOrder extends Partial<Scan> {
  judged?: 'PASS' | 'FAIL' | 'ERROR';
  missing?: Scan['scanTypes'];
}

/** An ended scan of `number`, which is later the higher its number is. */
export const endedScan = (
  number: number,
  { judged = 'PASS', missing = [], ...changes }: ScanOrder = {},
): Scan => ({
  ...commitScan,
  scanId: `scan-${number}`,
  status: judged === 'ERROR' ? 'failed' : 'completed',
  createdAt: new Date(noon.getTime() + number * 1000).toISOString(),
  finishedAt: new Date(noon.getTime() + number * 2000).toISOString(),
  verdict: { ...fullScan.verdict, verdict: judged, missingScanTypes: missing },
  ...changes,
});

/** A secret in a file of unit `u-2`, which lies in `web`. */
export const secretAt = (file: string, line: number, more: Partial<SecretFinding> = {}): Finding => ({
  kind: 'secret',
  fingerprint: `secret-${file}-${line}`,
  severity: 'critical',
  title: 'An API key',
  rule: 'acme-api-key',
  redacted: 'acme_…',
  file,
  line,
  column: 1,
  ...more,
});

/** Repositories at emulators of their hosts, and the sender that writes there. */
export const openCheckWorld = async () => {
  const emulator: ProviderServer = await openProviders({ clock: { now: () => world.now.getTime() } });
  const store = new MemoryStore();
  const blobs = new MemoryBlobs();
  const outbound = outboundHosts({
    privateHosts: new Set(),
    allowed: { provider: new Set(['https', 'loopback']) },
  });
  const world = {
    now: noon,
    store,
    blobs,
    emulator,
    logged: [] as unknown[],
    /** Secrets that are decrypted, by ciphertext. */
    secrets: new Map<string, string>(),
    /** Replaces the store by one that fails. */
    crashing: (given: MemoryStore): Pick<MemoryStore, 'get' | 'commit'> => given,
  };
  const keep = (_message: string, fields?: object) => void world.logged.push(fields);
  const log = { debug: keep, info: keep, warn: keep, error: keep, metric: () => undefined };
  const ports = () => ({
    store: world.crashing(store),
    blobs,
    ids: testIds,
    log,
    clock: { now: () => world.now },
    elapsedMs: () => 0,
    repositorySecrets: { decrypt: async (ciphertext: string) => world.secrets.get(ciphertext) ?? '' },
    checkWriters: checkWriters({
      fetch: outbound.fetch('provider'),
      now: () => world.now,
      replaced: emulator.origins,
    }),
  });
  await write(store, [
    {
      change: 'insert',
      record: 'policy',
      item: {
        organizationId,
        digest: fullScan.policyDigest,
        policy: fullPolicy,
        createdAt: noon.toISOString(),
      },
    },
  ]);
  const stateOf = <State>(name: ProviderServiceName): State => emulator.control.stateOf(name) as State;
  return {
    ...world,
    crashOn: (crashing: typeof world.crashing) => void (world.crashing = crashing),
    get now() {
      return world.now;
    },
    advance: (seconds: number) => void (world.now = new Date(world.now.getTime() + seconds * 1000)),
    github: () => stateOf<GithubState>('github'),
    gitlab: () => stateOf<GitlabState>('gitlab'),
    bitbucket: () => stateOf<BitbucketState>('bitbucket'),
    /** The key of an App that the emulator of GitHub knows. */
    async addApp(checks: Partial<CheckSettings> = {}, more: Partial<Repository> = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const [key, pem] = [privateKey, publicKey].map((one) =>
        one.export({ type: one.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString(),
      );
      emulator.control.perform('github', 'register-app', { appId: '4711', publicKey: pem });
      const app = { appId: '4711', installationId: '99' };
      const credential = { app, ciphertext: 'sealed-app' };
      const repository = await this.addRepository('github', checks, { credential, ...more });
      world.secrets.set('sealed-app', key ?? '');
      return repository;
    },
    async addRepository(api: CheckApi, checks: Partial<CheckSettings> = {}, more: Partial<Repository> = {}) {
      const item: Repository = {
        organizationId,
        repositoryId: 'r-1',
        fullName: 'acme/shop',
        url: hosts[api],
        provider: api,
        defaultBranch: 'main',
        credential: { ciphertext: `sealed-${api}` },
        checks: { status: true, comment: true, annotations: false, ...checks },
        units: [],
        unitsVersion: 1,
        connectedAt: noon.toISOString(),
        connectedBy: 'p-1',
        ...more,
      };
      world.secrets.set(`sealed-${api}`, checkTokens[api]);
      await write(store, [{ change: 'insert', record: 'repository', item }]);
      return item;
    },
    async addScan(scan: Scan, findings: readonly Finding[] = []) {
      await write(store, [{ change: 'insert', record: 'scan', item: scan }]);
      const name = resultObjectName(scan.scanId, 'u-2', 'findings');
      const content = Buffer.from(JSON.stringify(findings));
      await blobs.put({ area: 'results', organizationId, name }, content);
      return scan;
    },
    /** Delivers the end of a scan. */
    send(scan: Scan, createdAt = world.now): Promise<SendOutcome> {
      const at = createdAt.toISOString();
      const event = {
        organizationId,
        at,
        eventId: `event-${scan.scanId}`,
        type: 'scan.completed' as const,
        data: { scanId: scan.scanId },
        expiresAt: at,
      };
      const delivery = { organizationId, subscriberId: 'checks', sequence: 1, createdAt: at } as Delivery;
      const subscriber = { organizationId, subscriberId: 'checks' } as never;
      return checkSender(ports()).send({ event, delivery, subscriber, now: world.now });
    },
    close: () => emulator.close(),
  };
};

export type CheckWorld = Awaited<ReturnType<typeof openCheckWorld>>;
