import { MemoryStore } from '#adapters/memory/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { authenticate } from '#app/identity/authenticate.ts';
import { beginWait } from '#app/scans/waiting/begin-wait.ts';
import { cancelScan } from '#app/scans/cancel-scan.ts';
import { createScan } from '#app/scans/create-scan.ts';
import type { ScanRef } from '#app/scans/load-scan.ts';
import { watchScan } from '#app/scans/waiting/poll-scan.ts';
import { installBackoff } from '#ports/backoff.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import { defaultOrganizationRate } from '@scangate/domain/rate-limit';
import type { Repository } from '@scangate/domain/records';
import { newCredential } from '#test/support/identity/credentials.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { memoryTokenStore } from '#test/support/store/memory-token-store.ts';
import { contendedStore } from '#test/support/store/contended-store.ts';
import { seededRandom, VirtualTime } from '#test/support/store/virtual-time.ts';
import { workflowWorld } from '#test/support/scans/workflow.ts';
import { newOrganization, newRepository, noon, testIds, type TestOrganization } from '#test/support/world.ts';
import { StageThrottle, usualAccount } from './account-capacity.ts';
import { virtualWorkflow, type StepTimes } from './virtual-workflow.ts';

/** The time that a function takes beside its calls, a start included now and then. */
const creationMs = 60;
const authorizationMs = 25;

/** An organization with its repositories. */
export interface Tenant {
  organization: TestOrganization;
  repositories: Repository[];
  secrets: string[];
}

interface TenantSize {
  /** Project units of each repository. */
  units: number;
  tokens: number;
  /** One unless given. */
  repositories?: number;
}

interface AskedScan {
  commit: string;
  times: StepTimes;
  /** The number of its repository. */
  at?: number;
}

/** Most steps are short, and a few take many times as long. */
export const drawTimes = (random: () => number): StepTimes => ({
  fetchMs: 1_500 - 3_000 * Math.log(1 - random()),
  unitMs: 3_000 - 6_000 * Math.log(1 - random()),
});

/** The service in virtual time: its own rules and use cases between a stage and the executions of one account. */
export class FloodedService {
  readonly #memory = new MemoryStore();
  readonly #world = { ...workflowWorld(this.#memory), log: silentLog };
  readonly #tokens = memoryTokenStore(this.#memory);
  readonly #times = new Map<string, StepTimes>();
  readonly #units = new Map<string, Repository['units']>();
  readonly #store;
  readonly #workflow;
  readonly #random;
  readonly #activeScanLimit;
  readonly time = new VirtualTime();
  readonly executions = usualAccount(this.time);
  readonly stage = new StageThrottle(this.time);

  constructor(seed: number, activeScanLimit: number) {
    this.#activeScanLimit = activeScanLimit;
    const random = seededRandom(seed);
    this.#random = random;
    const { store } = contendedStore(this.#memory, { time: this.time, random });
    this.#store = leasedStore(store, { random, uuid: testIds.uuid });
    installBackoff({ random, sleep: this.time.sleep });
    this.#workflow = virtualWorkflow({
      world: this.#world,
      store: this.#store,
      executions: this.executions.others,
      time: this.time,
      random,
      now: this.now,
      timesOf: ({ scanId }) => this.#times.get(scanId) ?? { fetchMs: 0, unitMs: 0 },
      unitsOf: ({ organizationId }) => this.#units.get(organizationId) ?? [],
    });
  }

  now = (): Date => new Date(noon.getTime() + this.time.now);

  async tenant({ units, tokens, repositories: most = 1 }: TenantSize): Promise<Tenant> {
    const organization = await newOrganization(this.#memory, {
      plan: 'Regulated',
      credits: { core: 1_000_000 },
    });
    const paths = Array.from({ length: units }, (_none, index): [string, 'npm'] => [`u${index}`, 'npm']);
    const repositories: Repository[] = [];
    while (repositories.length < most)
      repositories.push(await newRepository(this.#memory, organization.organizationId, paths));
    this.#units.set(organization.organizationId, repositories[0]?.units ?? []);
    const secrets: string[] = [];
    while (secrets.length < tokens)
      secrets.push(await newCredential({ store: this.#memory, organization }, 'service', { role: 'member' }));
    return { organization, repositories, secrets };
  }

  /** One request through stage, authorizer and function. @throws Problem, TooManyRequests */
  async #request<T>(secret: string, answer: (caller: Caller) => Promise<T>): Promise<T> {
    if (!this.stage.take()) throw new Problem('rate_limited', { retryAfterSeconds: 1 });
    const { caller, rate } = await this.executions.others.run(async () => {
      await this.time.sleep(authorizationMs);
      const sent = { secret, kind: 'service', background: false } as const;
      const ports = {
        store: this.#memory,
        tokens: this.#tokens,
        random: this.#random,
        organizationRate: defaultOrganizationRate,
      };
      const found = await authenticate(sent, ports, this.now());
      if (!found) throw new Error('the credential is not live');
      return found;
    });
    if (rate.exceeded) {
      await this.executions.others.run(() => this.time.sleep(2));
      throw new Problem('rate_limited', { limit: rate.exceeded, retryAfterSeconds: rate.resetSeconds });
    }
    return answer(caller);
  }

  /** Asks for a scan of one of the repositories, whose workflow runs on. */
  create({ repositories }: Tenant, secret: string, { commit, times, at = 0 }: AskedScan) {
    const repository = repositories[at % repositories.length];
    if (!repository) throw new Error('it has a repository');
    return this.#request(secret, (caller) =>
      this.executions.others.run(async () => {
        await this.time.sleep(creationMs);
        const start = async (ref: ScanRef) => {
          this.#times.set(ref.scanId, times);
          void this.#workflow.run(ref);
        };
        const base = times.baseUnits === undefined ? {} : { baseCommitHash: commit.replace(/^0/, 'b') };
        const body = { repositoryId: repository.repositoryId, commitHash: commit, ...base };
        const bytes = (length: number) => Uint8Array.from({ length }, () => Math.floor(this.#random() * 256));
        const ids = { ...testIds, scanId: () => this.#scanId(), bytes };
        return createScan(
          { caller, body, idempotency: undefined },
          {
            ...this.#world,
            store: this.#store,
            ids,
            workflow: { start },
            activeScanLimit: this.#activeScanLimit,
          } as never,
          this.now(),
        );
      }),
    );
  }

  /** Cancels a scan, whose running tasks go on until they notice. */
  cancel({ organization: { organizationId } }: Tenant, secret: string, scanId: string) {
    return this.#request(secret, () =>
      this.executions.others.run(async () => {
        await this.time.sleep(creationMs);
        const ports = { ...this.#world, store: this.#store, workflow: { stop: async () => undefined } };
        return cancelScan({ organizationId, scanId }, ports as never, this.now());
      }),
    );
  }

  /** The last digits of an id are random. */
  #scanId(): string {
    const id = testIds.scanId(noon);
    return id.slice(0, 24) + id.slice(25) + Math.floor(this.#random() * 16).toString(16);
  }

  /** Waits for a verdict by one request. */
  wait({ organization: { organizationId } }: Tenant, secret: string, scanId: string) {
    return this.#request(secret, () =>
      this.executions.waits.run(async () => {
        const asked = { organizationId, scanId, timeoutSeconds: 300, intervalSeconds: 1 };
        const request = { ...asked, requestedAt: this.now() };
        const clock = { now: this.now, sleep: this.time.sleep, elapsedMs: () => this.time.now };
        const own = { store: this.#store, ids: testIds, log: this.#world.log };
        const ports = { ...own, clock, credential: undefined };
        const { scan, watch, releaseAfter } = await beginWait(request, ports, this.now());
        let latest = scan;
        const texts = async function* (): AsyncGenerator<string> {
          for await (const event of watchScan(scan, watch)) {
            if (event === 'heartbeat') yield '\n';
            else latest = event.scan;
          }
        };
        await Array.fromAsync(releaseAfter(texts()));
        return latest;
      }),
    );
  }
}
