import { github } from '@scangate/emulator-providers/github/server';
import type { GithubIssue, GithubState } from '@scangate/emulator-providers/github/state';
import { githubIssues } from '#adapters/providers/github/issues.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { reconcileTickets, type ReconcileOutcome } from '#app/integrations/tickets/reconcile-tickets.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import type { Change } from '@scangate/domain/record-changes';
import { noDeliveries } from '@scangate/domain/delivery/delivery-state';
import type { Subscriber, Ticket } from '@scangate/domain/events/event-records';
import { addMs } from '@scangate/domain/instant';
import { groupNameOf, markerOf } from '@scangate/domain/integrations/tickets/ticket-group';
import { listedBy } from '@scangate/domain/tracking/listing';
import type { TrackedFinding } from '@scangate/domain/tracking/tracking-records';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { noon, write } from '../world.ts';
import { openEmulator, type OpenedEmulator } from './emulator-fetch.ts';

export const owner = { organizationId: 'o-1', subscriberId: 'sub-1' };
const seen = { scanId: 's-1', commitHash: 'a'.repeat(40), at: noon.toISOString() };

/** A tracked vulnerability of the package `p1`, unless fields say otherwise. */
export const rowOf = (name: string, fields: Partial<TrackedFinding> = {}): TrackedFinding => {
  const row: TrackedFinding = {
    organizationId: owner.organizationId,
    projectUnitId: 'u-1',
    fingerprint: name.padStart(32, '0'),
    repositoryId: 'r-1',
    kind: 'vulnerability',
    severity: 'high',
    title: `Weakness ${name}`,
    unitPath: '',
    file: 'package-lock.json',
    rule: `GHSA-${name}`,
    packageName: 'p1',
    packageVersion: '1.0.0',
    fixable: true,
    knownExploited: false,
    occurrences: 1,
    state: 'open',
    version: 1,
    firstSeen: seen,
    lastSeen: seen,
    openedAt: seen.at,
    triageVersion: 0,
    ...fields,
  };
  return { ...row, listedOf: row.organizationId, listedBy: listedBy(row) };
};

/** An organization whose tickets are issues at the emulator of GitHub. */
export class TicketWorld {
  readonly store = new MemoryStore();
  readonly github: OpenedEmulator<GithubState>;
  now = noon;
  /** Stands between the use case and every call to the outside: a request, or a commit. */
  around: <T>(call: () => Promise<T>) => Promise<T> = (call) => call();
  limit = 200;
  token = 'ghp_machine1';
  settings: Record<string, unknown> = { repository: 'acme/security' };

  constructor() {
    this.github = openEmulator(github, () => this.now);
  }

  async begin(subscriberFields: Partial<Subscriber> = {}): Promise<this> {
    const subscriber: Subscriber = {
      ...owner,
      kind: 'github_issues',
      name: 'Issues',
      types: ['finding.*'],
      settings: this.settings,
      createdAt: noon.toISOString(),
      createdBy: 'p-1',
      version: 1,
      ...noDeliveries,
      ...subscriberFields,
    };
    const { organizationId } = owner;
    await write(this.store, [{ change: 'insert', record: 'subscriber', item: subscriber }]);
    for (const repositoryId of ['r-1', 'r-2']) await this.connect(repositoryId);
    await write(this.store, [
      {
        change: 'insert',
        record: 'policy',
        item: {
          organizationId,
          digest: 'd',
          policy: { ...defaultPolicy, severityThreshold: 'high' },
        } as never,
      },
    ]);
    return this;
  }

  private async connect(repositoryId: string): Promise<void> {
    const { organizationId } = owner;
    const item = {
      organizationId,
      repositoryId,
      fullName: `acme/${repositoryId}`,
      url: `https://git.example.com/acme/${repositoryId}.git`,
      provider: 'git',
      defaultBranch: 'main',
      units: [],
      unitsVersion: 0,
      connectedAt: noon.toISOString(),
      connectedBy: 'p-1',
    };
    const units = repositoryId === 'r-1' ? ['u-1', 'u-2'] : ['u-3'];
    await write(this.store, [
      { change: 'insert', record: 'repository', item },
      {
        change: 'insert',
        record: 'followedCommit',
        item: { organizationId, repositoryId, version: 1, seen: { ...seen, scanTypes: ['sca'] }, units },
      },
    ]);
  }

  /** Stores a tracked finding as a scan would, whatever was there before. */
  async track(row: TrackedFinding): Promise<void> {
    const { organizationId, projectUnitId, fingerprint } = row;
    const found = await this.store.get('trackedFinding', { organizationId, projectUnitId, fingerprint });
    const kept = found && {
      triageVersion: found.triageVersion,
      ...(found.ticket !== undefined && { ticket: found.ticket }),
    };
    const item = { ...row, ...kept, version: (found?.version ?? 0) + 1 };
    const replaceIf = found ? [{ field: 'version', is: 'equal', value: found.version } as const] : undefined;
    const change: Change<'trackedFinding'> = {
      change: 'insert',
      record: 'trackedFinding',
      item: { ...item, listedBy: listedBy(item) },
      ...(replaceIf && { replaceIf }),
    };
    await write(this.store, [change]);
  }

  async rows(): Promise<TrackedFinding[]> {
    const { organizationId } = owner;
    const units = await Promise.all(
      ['u-1', 'u-2', 'u-3'].map((projectUnitId) =>
        this.store.list('unitFindings', { organizationId, projectUnitId }, { limit: 1000 }),
      ),
    );
    return units.flatMap(({ items }) => items);
  }

  /** One delivery, some time after the last. */
  async reconcile(minutes = 10, where: 'r-1' | 'r-2' | 'everywhere' = 'r-1'): Promise<ReconcileOutcome> {
    this.pass(minutes);
    const subscriber = await this.store.get('subscriber', owner);
    if (!subscriber) throw new Error('the subscriber is missing');
    const fetch: OutboundFetch = (url, request) => this.around(() => this.github.fetch(url, request));
    const options = { fetch, replaced: {}, now: () => this.now };
    const connection = { settings: this.settings, credential: { token: this.token } };
    const tracker = githubIssues(options).open(connection);
    const { store } = this;
    const guarded = {
      get: store.get.bind(store),
      list: store.list.bind(store),
      commit: (changes: readonly Change[]) => this.around(() => store.commit(changes)),
    };
    const policy = { ...defaultPolicy, severityThreshold: 'high' as const };
    return reconcileTickets(
      {
        subscriber,
        ...(where !== 'everywhere' && { repositoryId: where }),
        rules: { policy },
        limit: this.limit,
      },
      { store: guarded as never, tracker },
      this.now,
    );
  }

  pass(minutes: number): void {
    this.now = new Date(addMs(this.now, minutes * 60_000));
  }

  /** The issues of the project that people see. */
  get issues(): GithubIssue[] {
    return this.github.state.issues.filter(({ isDeleted, movedTo }) => !isDeleted && movedTo === undefined);
  }

  issuesOf(row: TrackedFinding, among = this.issues): GithubIssue[] {
    const marker = `\`${markerOf(groupNameOf(owner, row))}\``;
    return among.filter(({ body }) => body?.endsWith(marker));
  }

  async tickets(): Promise<Ticket[]> {
    return (await this.store.list('tickets', owner, { limit: 1000 })).items;
  }

  person(action: string, number: number): void {
    this.github.perform(action, { repository: 'acme/security', number });
  }
}
