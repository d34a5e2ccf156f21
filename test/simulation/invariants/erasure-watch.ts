import { sign } from 'node:crypto';
import { verifyErasure } from '@scangate/cli/verify/verify-erasure';
import { dayMs, hourMs } from '@scangate/domain/instant';
import { erasureProofName, erasureText, type ErasureProof } from '@scangate/domain/offboarding/erasure-proof';
import { isKeptRow } from '@scangate/domain/offboarding/rows-to-erase';
import type { Organization } from '../actors/organization.ts';
import type { Item } from '../cloud/database/values.ts';
import type { World } from '../start/world.ts';
import { isCode, pairOfAuditors, publicKeyOfAuditors, sealsBucket } from './money/auditors-key.ts';
import { tracesIn } from './tenants/ownership.ts';
import type { Report } from './violation.ts';

/** An organization is erased thirty days after it was closed, by a daily walk; one that was cut off goes on a day later. */
const promisedMs = 33 * dayMs;

/** Rows that name an erased organization by its id, and say nothing else of it. */
const mayName = (
  table: string,
  { pk, sk = '' }: { pk: string; sk?: string },
  payer: string | undefined,
): boolean =>
  table.includes('Ledger') ||
  isKeptRow(sk) ||
  sk.startsWith('ERASED') ||
  (payer !== undefined && /^(?:ORG|ACCOUNT)#/.test(pk) && pk.split('#', 2)[1] === payer);

/** Some organizations, each found by its mark or its id. */
class Named {
  readonly #byName: ReadonlyMap<string, Organization>;

  constructor(organizations: readonly Organization[]) {
    this.#byName = new Map(
      organizations.flatMap((one) => [
        [one.taint, one],
        [one.organizationId, one],
      ]),
    );
  }

  /** Those that a text names, and whether by their mark. */
  *in(text: string): Generator<Organization & { isMarked: boolean }> {
    for (const name of tracesIn(text)) {
      const organization = this.#byName.get(name);
      if (organization) yield { ...organization, isMarked: name === organization.taint };
    }
  }
}

/** Watches organizations that are closed: they are erased in time, and then nothing of them is anywhere. */
export class ErasureWatch {
  readonly #world: World;
  readonly #report: Report;
  readonly #checked = new Set<string>();
  erased = 0;

  constructor(world: World, report: Report) {
    this.#world = world;
    this.#report = report;
  }

  #progressOf({ organizationId }: Organization): Item | undefined {
    for (const { partitions } of this.#world.cloud.database.tables.values())
      for (const pk of [`ERASED#${organizationId}`, `ORG#${organizationId}`])
        for (const [sk, { now }] of partitions.get(pk)?.rows ?? [])
          if (sk.startsWith('ERASED') && now) return now;
    return undefined;
  }

  #checkRows(erased: Named): void {
    for (const { name, items } of this.#tables())
      for (const item of items) {
        const key = item as { pk: string; sk?: string };
        for (const { taint, parent, isMarked } of erased.in(JSON.stringify(item)))
          if (isMarked || !mayName(name, key, parent))
            this.#report('erased', `${taint} is still in ${key.pk} ${key.sk ?? ''}`);
      }
  }

  *#tables(): Generator<{ name: string; items: Iterable<Item> }> {
    for (const table of this.#world.cloud.database.tables.values())
      yield { name: table.name, items: table.items() };
  }

  #checkObjects(erased: Named): void {
    const { cloud } = this.#world;
    const seals = sealsBucket(this.#world);
    for (const bucket of cloud.objects.buckets.values())
      for (const [key, content] of bucket)
        for (const { taint, isMarked } of erased.in(`${key} ${content.toString('latin1')}`))
          if (isMarked || bucket !== seals) this.#report('erased', `${taint} is still in the object ${key}`);
    for (const { arn, input } of cloud.executions.all.values())
      for (const { taint, isMarked } of erased.in(input))
        if (isMarked) this.#report('erased', `${taint} is still in the input of ${arn}`);
  }

  /** Runs `verify erasure`, as the last owner does. */
  async #checkProof({ organizationId, taint }: Organization): Promise<void> {
    const kept = sealsBucket(this.#world).get(erasureProofName(organizationId));
    if (!kept) return this.#report('erased', `there is no proof of the erasure of ${taint}`);
    const { statement, signature } = JSON.parse(kept.toString()) as ErasureProof;
    const text = Buffer.from(erasureText(statement));
    const isSigned = isCode(text, signature);
    const signed = isSigned ? sign('sha256', text, pairOfAuditors.privateKey).toString('base64') : signature;
    const read = async (file: string) =>
      file === 'key' ? publicKeyOfAuditors : Buffer.from(JSON.stringify({ statement, signature: signed }));
    const code = await verifyErasure({
      flags: { 'public-key': 'key' },
      positionals: ['erasure.json'],
      terminal: { out: () => {} },
      files: { read },
    } as never);
    if (code !== 0) this.#report('erased', `verify erasure of ${taint} ends with ${code}`);
  }

  /** Whether an organization has been erased for so long, and not been checked, that nothing of it may be anywhere. */
  #isGone(organization: Organization, isEnd: boolean): boolean {
    const { organizationId, closedAt, taint } = organization;
    const { now } = this.#world.scheduler;
    if (closedAt === undefined || (this.#checked.has(organizationId) && !isEnd)) return false;
    const erasedAt = this.#progressOf(organization)?.['erasedAt'];
    if (typeof erasedAt !== 'string') {
      if (now - closedAt > promisedMs) this.#report('erased', `${taint} is not erased in time`);
      return false;
    }
    // Objects of a run that was cut off, and messages under way, are gone a day later.
    return isEnd || now - Date.parse(erasedAt) >= dayMs;
  }

  async look(isEnd = false): Promise<void> {
    const gone = this.#world.organizations.filter((one) => this.#isGone(one, isEnd));
    if (gone.length === 0) return;
    for (const { organizationId } of gone) this.#checked.add(organizationId);
    this.erased = this.#checked.size;
    const erased = new Named(gone);
    this.#checkRows(erased);
    this.#checkObjects(erased);
    for (const organization of gone) await this.#checkProof(organization);
  }

  /** Looks each hour. */
  begin(): void {
    this.#world.scheduler.after(hourMs, () => {
      void this.look();
      this.begin();
    });
  }
}
