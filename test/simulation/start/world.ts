import { changeToWrite } from '#adapters/dynamodb/commit-transaction.ts';
import { deployedTableName } from '#runtime/wire/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';
import type { Organization } from '../actors/organization.ts';
import { Api, streamedEndpoints } from '../actors/api.ts';
import { Credentials } from '../actors/credentials.ts';
import { Rereads } from '../actors/operations/rereads.ts';
import type { GivenUpload } from '../actors/upkeep/uploads.ts';
import { Cloud } from '../cloud/cloud.ts';
import { installCloud } from '../cloud/current-cloud.ts';
import { ChanceOfFaults } from '../faults/chance-of-faults.ts';
import { PlannedFaults, type PlannedFault } from '../faults/planned-faults.ts';
import { Ownership } from '../invariants/tenants/ownership.ts';
import type { Adjustment } from '../invariants/upkeep/adjustment-checks.ts';
import { Restores } from '../restores/restores.ts';
import { GitHosts } from '../outside/git-hosts.ts';
import { IdentityProvider } from '../outside/identity-provider.ts';
import { SamlProvider } from '../outside/sign-on/saml-provider.ts';
import { installSurroundings } from '../outside/surroundings.ts';
import { IssueTracker } from '../outside/issue-tracker.ts';
import { Receivers } from '../outside/receivers.ts';
import { SimulatedStripe, stripeKeys } from '../outside/simulated-stripe.ts';
import { Deployments } from '../releases/deployments.ts';
import { otherReleases, type Release } from '../releases/releases.ts';
import { noticeRealWork } from '../scheduler/real-work.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import type { Thread } from '../scheduler/thread.ts';
import { simulateTime } from '../scheduler/simulated-time.ts';
import { loadEverything, loadHandler, provideStreams } from './handlers.ts';

/** The instant at which every world begins. */
const beginning = Date.UTC(2026, 2, 10, 12);

export interface WorldOptions {
  seed: number;
  plan: CloudPlan;
  /** The share of calls that go wrong. */
  faultRate: number;
  /** Faults at certain calls, beside those by chance. */
  planned: readonly PlannedFault[];
  /** Whether the world lasts for years, in which idle time has to be cheap. */
  isLong: boolean;
  /** The days in which each organization does everything twice; 0 leaves that to chance. */
  everyActDays?: number;
  /** Whether other releases are deployed in it. */
  hasReleases?: boolean;
  /** The acts that happen; all when there are none. */
  onlyActs?: ReadonlySet<string>;
  /** The faults by chance that are made, by their names; all for undefined. */
  onlyFaults?: ReadonlySet<string>;
}

/** The gateway waits for a function no longer than this, and answers 504. */
const gatewayMs = 29_000;

/** Parameters of the deployment. */
const parameters = new Map([
  ['/scangate/stripe/secret-key', stripeKeys.secret],
  ['/scangate/stripe/webhook-secret', stripeKeys.webhook],
  ['/scangate/sign-in', JSON.stringify({ publicUrl: 'https://scangate.example' })],
]);

/** The service, the cloud that it runs in, and everything around them, on the time of one scheduler. */
export class World {
  readonly scheduler: Scheduler;
  readonly faults: ChanceOfFaults;
  readonly planned: PlannedFaults;
  readonly cloud: Cloud;
  readonly deployments: Deployments;
  readonly api: Api;
  readonly git = new GitHosts();
  readonly identity = new IdentityProvider();
  readonly saml = new SamlProvider();
  readonly receivers: Receivers;
  readonly tracker: IssueTracker;
  readonly advisories: object[] = [];
  /** The texts that DNS has, by name. */
  readonly texts = new Map<string, string[]>();
  readonly stripe: SimulatedStripe;
  readonly organizations: Organization[] = [];
  readonly credentials = new Credentials();
  /** The owners of ids, commits and secrets. */
  readonly ownership = new Ownership(this.organizations);
  /** The acts so far, by their names. */
  readonly acts: string[] = [];
  /** The uploads, by their ids. */
  readonly uploads = new Map<string, GivenUpload>();
  /** The credits that an operator adjusted. */
  readonly adjustments: Adjustment[] = [];
  /** Settings that people changed and read again. */
  readonly rereads: Rereads;
  /** The addresses of people who had them removed, and when. */
  readonly forgotten = new Map<string, number>();
  /** The story so far. */
  readonly story: string[] = [];
  /** Whoever remembers what tables have keeps it, and brings it back with them. */
  readonly keepers: (() => () => void)[] = [];
  /** Until then what was due while nothing ran may be late. */
  lateUntil = 0;
  readonly restores: Restores;
  /** Finds the thread to which the events of an account belong; undefined for one of their own. */
  threadOf: (accountId: string) => Thread | undefined = () => undefined;
  /** Whether people and pipelines still act. */
  isAlive = true;
  /** Whether they rest meanwhile. */
  isResting = false;
  readonly isLong: boolean;
  readonly everyActDays: number;
  readonly #releases: readonly Release[];
  readonly #plan: CloudPlan;
  readonly #onlyActs: ReadonlySet<string> | undefined;

  constructor({ seed, plan, faultRate, planned, ...options }: WorldOptions) {
    const { onlyActs, onlyFaults, isLong, everyActDays = 0, hasReleases = false } = options;
    this.#plan = plan;
    this.#releases = hasReleases ? ['present', ...otherReleases] : ['present'];
    this.#onlyActs = onlyActs;
    this.isLong = isLong;
    this.everyActDays = everyActDays;
    this.scheduler = new Scheduler(seed, beginning);
    this.faults = new ChanceOfFaults(this.scheduler, faultRate, onlyFaults);
    const { scheduler } = this;
    this.rereads = new Rereads(() => scheduler.now);
    this.planned = new PlannedFaults(planned, scheduler, this.faults);
    const faults = this.planned;
    const load = loadHandler(streamedEndpoints);
    this.deployments = new Deployments(this);
    const releaseOf = (name: string) => this.deployments.releaseOf(name);
    this.cloud = new Cloud({ plan, scheduler, faults, load, releaseOf, parameters, isLong });
    this.api = new Api(this.cloud);
    // Only answers that stream may take longer.
    this.cloud.boundary.limitOf = ({ service, operation }) =>
      service === 'gateway' && !streamedEndpoints.has(operation) ? gatewayMs : undefined;
    this.restores = new Restores(this);
    this.receivers = new Receivers(seed, faultRate > 0);
    this.tracker = new IssueTracker(() => scheduler.now);
    this.stripe = new SimulatedStripe(scheduler, this.cloud.boundary);
  }

  /** Begins: loads all functions, and starts the schedules. */
  async begin(): Promise<void> {
    // Each function asks for its environment again and again, which the process' own makes slow.
    process.env = Object.assign({ ...process.env }, ...this.#plan.functions.map((each) => each.environment));
    // Refusals of the cloud are errors, whose stacks nobody reads.
    Error.stackTraceLimit = 0;
    const { boundary } = this.cloud;
    installCloud(this.cloud);
    const { git, stripe, receivers, tracker, identity, advisories, texts } = this;
    installSurroundings({ boundary, git, stripe, receivers, tracker, identity, advisories, texts });
    provideStreams();
    for (const release of this.#releases) {
      await this.cloud.functions.loadAll(release);
      await loadEverything(release);
    }
    noticeRealWork();
    simulateTime(this.scheduler);
    globalThis.fetch = () => Promise.reject(new Error('there is no network'));
    this.stripe.onEvent = (request) => this.#carryEvent(request);
    this.cloud.beginSchedules();
    const setUp = this.scheduler.start({ name: 'set up' }, () => this.stripe.setUp());
    await this.scheduler.runUntil(this.scheduler.now + 60_000);
    await setUp;
    this.faults.isOn = true;
  }

  /** Carries an event of Stripe to the service, which may get it late, twice or never. */
  #carryEvent({ headers, body }: { headers: Record<string, string>; body: string }): number {
    const arn = [...this.cloud.functions.plans].find(([, { bundle }]) => bundle === 'stripe-webhook')?.[0];
    const requestContext = { requestId: 'event' };
    const event = {
      httpMethod: 'POST',
      path: '/webhooks/stripe',
      headers,
      body,
      isBase64Encoded: false,
      requestContext,
    };
    if (this.api.isStopped) return 429;
    if (arn === undefined) return 200;
    const invoke = (): void => this.cloud.functions.invokeLater(arn, JSON.stringify(event));
    // Stripe sends one after the other, whoever they are about.
    const { id, accountId = '' } = this.stripe.factsOf(body);
    const thread = this.threadOf(accountId);
    if (thread) this.scheduler.continue(thread, invoke);
    else this.scheduler.begin(`stripe ${id} ${this.scheduler.now}`, invoke);
    return 200;
  }

  /** Does something to its end, while the world goes on. */
  async finish<T>(name: string, work: () => Promise<T>): Promise<T> {
    const progress = { isOver: false };
    const done = this.scheduler.start({ name }, work).finally(() => (progress.isOver = true));
    // Whoever fails is told below.
    done.catch(() => {});
    while (!progress.isOver) await this.scheduler.runUntil(this.scheduler.now + 1_000);
    return done;
  }

  /** Whether acts happen whose names begin like this. */
  isActing(name: string): boolean {
    const only = this.#onlyActs;
    return only === undefined || [...only].some((one) => one.startsWith(name));
  }

  /** Does an act in a thread of its own, unless it is left out. */
  act(name: string, what: string, begin: () => unknown): void {
    if (this.#onlyActs?.has(name) === false) return;
    this.acts.push(name);
    this.tell(`${name}: ${what}`);
    this.scheduler.begin(name, () => void begin());
  }

  /** Notes what happens. */
  tell(what: string): void {
    this.story.push(`${new Date(this.scheduler.now).toISOString()} ${what}`);
  }

  /** Writes records as they are, as if they had been there before. */
  seed(changes: readonly Change[]): void {
    const writes = changes.map((change) => changeToWrite(change, { tableName: deployedTableName }));
    this.cloud.database.force(writes.flatMap((write) => Object.entries(write)) as never);
  }
}
