import type { Organization } from '#test/simulation/actors/organization.ts';
import type { Item } from '#test/simulation/cloud/database/values.ts';
import type { RowChange } from '#test/simulation/cloud/database/database.ts';

/** Everything in a text that one organization alone has: its mark, ids, commits, and secrets of credentials and webhooks. */
const traces =
  /taint\d+x|TAINT\d+X|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{40}\b|\bsg[a-z]_[0-9A-Za-z]{36}|\bwhsec_[\w+/=]{20,}/g;
const secret = /^(?:sg[a-z]|whsec)_/;
const idInText = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const idLetters = 36;
const ownerInKey = /^(?:ORG|ACCOUNT)#([0-9a-f-]{36})/;
const poolKey = /^ACCOUNT#[0-9a-f-]{36}#/;

/** Finds every trace of an organization in a text, each once. */
export const tracesIn = (text: string): Set<string> =>
  new Set(
    Array.from(text.matchAll(traces), ([trace]) => (trace.startsWith('TAINT') ? trace.toLowerCase() : trace)),
  );

export const isSecret = (trace: string): boolean => secret.test(trace);

/** The organization that a row names, or in whose partition it is. */
const ownerOfRow = ({ organizationId, pk }: Item): string | undefined =>
  typeof organizationId === 'string' ? organizationId : ownerInKey.exec(String(pk))?.[1];

/** The names by which requests name what a row is, by the beginning of its key. */
const nameOfKey: Readonly<Record<string, string>> = {
  ORG: 'organizationId',
  SCAN: 'scanId',
  REPO: 'repositoryId',
  MEMBER: 'personId',
  INVITE: 'invitationId',
  WAIVER: 'waiverId',
  TRUST: 'trustId',
  HISTORY: 'historyScanId',
  BUNDLE: 'bundleId',
  PACKLINK: 'linkId',
};

const nameIn = (row: Item, prefix: string): string => {
  if (prefix === 'SUBSCRIBER') return row['kind'] === 'webhook' ? 'webhookId' : 'integrationId';
  return nameOfKey[prefix] ?? prefix;
};

/** The ids in the key and in the fields of a row, and those of the units of a repository, each with its name. */
function* idsInRow(row: Item): Generator<readonly [name: string, id: string]> {
  const { sk, units } = row;
  if (typeof sk === 'string')
    for (const [id] of sk.matchAll(idInText)) yield [nameIn(row, sk.slice(0, sk.indexOf('#'))), id];
  for (const name in row) {
    const value = row[name];
    if (typeof value !== 'string' || value.length !== idLetters || !name.endsWith('Id')) continue;
    yield [name === 'tokenId' && row['kind'] === 'session' ? 'sessionId' : name, value];
  }
  if (!Array.isArray(units)) return;
  for (const { projectUnitId } of units as { projectUnitId?: unknown }[])
    if (typeof projectUnitId === 'string') yield ['projectUnitId', projectUnitId];
}

/**
 * The owners of traces. A mark belongs to its organization; an id to the organization in whose row it stood first; a
 * commit to whoever pushed it, and a secret to whoever was told it first.
 */
export class Ownership {
  readonly #organizations: readonly Organization[];
  readonly #owners = new Map<string, string>();
  /** The ids by their names, of each organization. */
  readonly #ids = new Map<string, Map<string, string[]>>();
  /** The ids of entries of a pool that are about no organization's scans, as those of recharges. */
  readonly #ofPools = new Set<string>();
  #byId = new Map<string, Organization>();
  #byTaint = new Map<string, Organization>();

  constructor(organizations: readonly Organization[]) {
    this.#organizations = organizations;
  }

  /** Notes whose something is, unless somebody had it before. */
  note(trace: string, organizationId: string): void {
    if (!this.#owners.has(trace)) this.#owners.set(trace, organizationId);
  }

  #claim(owner: string, name: string, id: string): void {
    if (this.#owners.has(id)) return;
    this.#owners.set(id, owner);
    const names = this.#ids.get(owner) ?? new Map<string, string[]>();
    this.#ids.set(owner, names);
    const known = names.get(name);
    if (known) known.push(id);
    else names.set(name, [id]);
  }

  /** Notes the ids of entries of a pool, before another row of their commit claims them. */
  #noteOfPools(added: readonly Item[]): void {
    for (const row of added) {
      if (row['organizationId'] !== undefined || !poolKey.test(String(row['pk']))) continue;
      for (const [, id] of idsInRow(row)) if (!this.#owners.has(id)) this.#ofPools.add(id);
    }
  }

  onCommit(changes: readonly RowChange[]): void {
    const added = changes.flatMap(({ before, after }) => (before || !after ? [] : [after]));
    this.#noteOfPools(added);
    for (const row of added) {
      const owner = ownerOfRow(row);
      if (owner === undefined) continue;
      if (row['sk'] === 'ORG') this.#claim(owner, 'organizationId', owner);
      for (const [name, id] of idsInRow(row)) this.#claim(owner, name, id);
    }
  }

  /** The ids that an organization has under a name, as `scanId`: the oldest first. */
  idsOf({ organizationId }: Organization, name: string): readonly string[] {
    return this.#ids.get(organizationId)?.get(name) ?? [];
  }

  #index(): void {
    if (this.#byId.size === this.#organizations.length) return;
    this.#byId = new Map(this.#organizations.map((one) => [one.organizationId, one]));
    this.#byTaint = new Map(this.#organizations.map((one) => [one.taint, one]));
  }

  /** Finds the organization that a trace belongs to; undefined for one that is nobody's, as the key of a request. */
  ownerOf(trace: string): Organization | undefined {
    this.#index();
    return this.#byTaint.get(trace) ?? this.#byId.get(this.#owners.get(trace) ?? '');
  }

  /** Whether something stands only in the books of a pool, for all who share it. */
  isOfPool(trace: string): boolean {
    return this.#ofPools.has(trace);
  }

  /** Finds the organization whose mark a text has first. */
  markedBy(text: string): Organization | undefined {
    const [mark] = /taint\d+x/i.exec(text) ?? [];
    return mark === undefined ? undefined : this.ownerOf(mark.toLowerCase());
  }
}
