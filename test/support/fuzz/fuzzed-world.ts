import type { Dice } from './dice.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import { trackFindings } from '#app/tracking/track-findings.ts';
import { stripeEventReader } from '#adapters/stripe/verify-event.ts';
import type { Role } from '@scangate/domain/identity/roles';
import type { Repository, Scan } from '@scangate/domain/records';
import { csrfHeader, csrfToken } from '@scangate/domain/identity/csrf';
import { sessionCookieName } from '#runtime/http/cookies.ts';
import { resetWorld, world } from '../api/endpoint-world.ts';
import { claimsOf, fakeSignIn } from '../identity/fake-sign-in.ts';
import { newCredential } from '../identity/credentials.ts';
import { advisories, clean, vulnerable } from '../api/judged-requests.ts';
import { judgedScans } from '../scans/judged-scans.ts';
import { provision } from '../scim/scim-calls.ts';
import { TenantOwners } from './tenant-owners.ts';
import { webhookSecret, type PaymentWorld } from '../payments/payment-world.ts';
import { openPayments } from './open-payments.ts';
import { trackDefaultBranch } from '@scangate/domain/tracking/default-branch-scan';
import { newOrganization, newRepository, noon, testIds, write, type TestOrganization } from '../world.ts';

const tenants = ['alpha', 'bravo', 'charlie'] as const;
export type Tenant = (typeof tenants)[number];

export interface FuzzCaller {
  tenant: Tenant;
  headers: Readonly<Record<string, string>>;
  /** Makes another credential of the same person and kind. */
  renew: () => Promise<Readonly<Record<string, string>>>;
}

/** Credentials of a tenant, and ids that answers told, by the names of their fields. */
interface TenantWorld {
  organization: TestOrganization;
  organizationId: string;
  /** Absent for an organization that no directory provisions. */
  directory: FuzzCaller | undefined;
  callers: FuzzCaller[];
  ids: Map<string, string[]>;
}

const othersOf = (tenant: Tenant): Tenant[] => tenants.filter((other) => other !== tenant);

/** The tenant on Free can do least, so that it is drawn less often. */
const freePercent = 20;

const mostIds = 40;
/** Fields of answers whose values other requests may name. */
const idField = /^(?:\w*Id|fingerprint|userCode|deviceCode|linkId|file|version|cursor|nextCursor|etag|key)$/;

const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
const cookies = (secret: string) => ({
  Cookie: `${sessionCookieName}=${secret}`,
  [csrfHeader]: csrfToken(secret),
  'Sec-Fetch-Site': 'same-origin',
});

/** A new organization, and the ids of what it has. */
interface NewTenant {
  organization: TestOrganization;
  hasDirectory: boolean;
  ids: [name: string, ids: string[]][];
}

/** The name under which ids of scans are kept that have ended. */
const endedScans = 'endedScan';

const repositoryIds = ({ repositoryId, units }: Repository): NewTenant['ids'] => [
  ['repositoryId', [repositoryId]],
  ['projectUnitId', (units ?? []).map((unit) => unit.projectUnitId)],
];

/** Follows a scan of the default branch, as the workflow does at its end. */
const follow = async (scan: Scan): Promise<void> => {
  const { store, blobs } = world;
  const { organizationId, repositoryId } = scan;
  const { followed, changes } = trackDefaultBranch(
    scan,
    await store.get('followedCommit', { organizationId, repositoryId }),
  );
  await write(store, changes);
  await trackFindings({ scan, followed }, { store, blobs }, noon);
};

/** An organization whose default branch was scanned, first with a finding and then without. */
const scannedTenant = async (): Promise<NewTenant> => {
  const scans = await judgedScans(world.store as MemoryStore, advisories);
  const { organization, organizationId, repository } = scans;
  Object.assign(world, { blobs: scans.world.blobs, advisories });
  await write(world.store, [
    { change: 'update', record: 'organization', id: { organizationId }, set: { name: markOf('alpha') } },
  ]);
  const judged = [await scans.scan(vulnerable), await scans.scan(clean)];
  for (const scan of judged) await follow(scan);
  const ended = judged.map(({ scanId }) => scanId);
  const ids: NewTenant['ids'] = [...repositoryIds(repository), ['scanId', ended], [endedScans, ended]];
  return { organization, hasDirectory: false, ids };
};

const provisionedTenant = async (tenant: Tenant): Promise<NewTenant> => {
  const { store } = world;
  const order = { plan: 'Regulated' as const, credits: { core: 1_000, sast: 1_000 } };
  const organization = await newOrganization(store, { name: markOf(tenant), ...order });
  const repository = await newRepository(store, organization.organizationId, [
    ['', 'npm'],
    ['api', 'maven'],
  ]);
  await provision(organization);
  return { organization, hasDirectory: true, ids: repositoryIds(repository) };
};

/** An organization that buys. */
const freeTenant = async (tenant: Tenant): Promise<NewTenant> => {
  const organization = await newOrganization(world.store, { name: markOf(tenant), plan: 'Free' });
  const repository = await newRepository(world.store, organization.organizationId, [['', 'npm']]);
  return { organization, hasDirectory: false, ids: repositoryIds(repository) };
};

const newTenant: Readonly<Record<Tenant, () => Promise<NewTenant>>> = {
  alpha: scannedTenant,
  bravo: () => provisionedTenant('bravo'),
  charlie: () => freeTenant('charlie'),
};

/** Unrelated organizations, and Stripe. Whatever one of them writes contains a mark. */
export class FuzzedWorld {
  readonly #tenants = new Map<Tenant, TenantWorld>();
  readonly #owners = new TenantOwners();
  readonly payments: PaymentWorld;

  private constructor(payments: PaymentWorld) {
    this.payments = payments;
  }

  static async open(): Promise<FuzzedWorld> {
    resetWorld();
    world.signIn = fakeSignIn([claimsOf('somebody')]);
    const payments = await openPayments();
    world.paymentProvider = payments.paymentProvider;
    world.paymentEvents = stripeEventReader(webhookSecret);
    const opened = new FuzzedWorld(payments);
    opened.#owners.watch(world.store);
    for (const tenant of tenants) await opened.#add(tenant);
    return opened;
  }

  async #add(tenant: Tenant): Promise<void> {
    const { store } = world;
    const { organization, hasDirectory, ids } = await newTenant[tenant]();
    const { organizationId } = organization;
    const from = { store, organization };
    const session = (role: Role) => async () => cookies(await newCredential(from, 'session', { role }));
    const token = (kind: 'personal' | 'service' | 'directory', role: Role) => async () =>
      bearer(await newCredential(from, kind, { role }));
    const credentials = [
      session('owner'),
      session('member'),
      token('personal', 'admin'),
      token('personal', 'billing'),
      token('service', 'member'),
    ];
    const callerOf = async (renew: FuzzCaller['renew']): Promise<FuzzCaller> => ({
      tenant,
      headers: await renew(),
      renew,
    });
    const callers: FuzzCaller[] = [];
    for (const renew of credentials) callers.push(await callerOf(renew));
    this.#tenants.set(tenant, {
      organization,
      organizationId,
      callers,
      directory: hasDirectory ? await callerOf(token('directory', 'admin')) : undefined,
      ids: new Map([
        ['organizationId', [organizationId]],
        ['personId', [organization.as('member').personId, organization.as('owner').personId]],
        ...ids,
      ]),
    });
  }

  /** Gives a caller whose credential has ended another one, so that requests do not only meet its refusal. */
  async renew(caller: FuzzCaller): Promise<void> {
    caller.headers = await caller.renew();
  }

  /** An id of a scan that has ended, which nobody waits for: the caller's own, or another tenant's. */
  endedScan({ tenant }: Pick<FuzzCaller, 'tenant'>, dice: Dice): string | undefined {
    const of = dice.chance(70) ? tenant : (dice.oneOf(othersOf(tenant)) ?? tenant);
    return dice.oneOf(this.#of(of).ids.get(endedScans) ?? []);
  }

  organization(tenant: Tenant): TestOrganization {
    return this.#of(tenant).organization;
  }

  idsOf(tenant: Tenant, name: string): readonly string[] {
    return this.#of(tenant).ids.get(name) ?? [];
  }

  /** The callers of a tenant: sessions of the owner and a member, and tokens of an admin, of billing and of a service. */
  callersOf(tenant: Tenant): readonly FuzzCaller[] {
    return this.#of(tenant).callers;
  }

  /** The directory of an organization that is provisioned by one. */
  directory(dice: Dice): FuzzCaller {
    return (
      dice.oneOf([...this.#tenants.values()].flatMap(({ directory }) => directory ?? [])) ?? this.caller(dice)
    );
  }

  /** Lists what is another tenant's in the answer to a request. */
  foreignIn({ tenant }: FuzzCaller, request: string, answer: string): string[] {
    return this.#owners.foreignIn(this.#of(tenant).organizationId, request, answer);
  }

  noteSent({ tenant }: FuzzCaller, body: string): void {
    this.#owners.noteSent(this.#of(tenant).organizationId, body);
  }

  #of(tenant: Tenant): TenantWorld {
    const found = this.#tenants.get(tenant);
    if (!found) throw new Error(`no tenant ${tenant}`);
    return found;
  }

  caller(dice: Dice): FuzzCaller {
    const tenant = dice.chance(freePercent) ? 'charlie' : dice.oneOf<Tenant>(['alpha', 'bravo']);
    const { callers } = this.#of(tenant);
    // The owner's session may do most.
    const own = dice.chance(50) ? callers[0] : dice.oneOf(callers);
    return own ?? { tenant, headers: {}, renew: async () => ({}) };
  }

  /** Whether a field of this name holds an id. */
  knows(name: string): boolean {
    return [...this.#tenants.values()].some(({ ids }) => ids.has(name));
  }

  /** An id of this name: mostly one of the caller's own, else another tenant's, of another name, or of nothing. */
  idOf(name: string, { tenant }: Pick<FuzzCaller, 'tenant'>, dice: Dice): string | undefined {
    const drawn = dice.below(100);
    if (drawn < 70) return dice.oneOf(this.#of(tenant).ids.get(name) ?? []);
    if (drawn < 85)
      return dice.oneOf(othersOf(tenant).flatMap((other) => this.#of(other).ids.get(name) ?? []));
    if (drawn < 93) return dice.oneOf([...this.#of(tenant).ids.values()].flat());
    return testIds.uuid();
  }

  /** Remembers the ids of an answer, so that later requests name what is there. */
  learn({ tenant }: FuzzCaller, answer: unknown): void {
    const { ids } = this.#of(tenant);
    const visit = (value: unknown, name: string): void => {
      if (typeof value === 'string' && idField.test(name)) {
        const known = ids.get(name) ?? [];
        if (!known.includes(value)) ids.set(name, [value, ...known].slice(0, mostIds));
      } else if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value)) visit(inner, Array.isArray(value) ? name : key);
      }
    };
    visit(answer, '');
  }
}

/** A word that only texts of this tenant have. */
export const markOf = (tenant: Tenant): string => `mark${tenant}`;

export const othersMarks = (tenant: Tenant): string[] => othersOf(tenant).map(markOf);
