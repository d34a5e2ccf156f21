import { sign } from 'node:crypto';
import { verifyErasure } from '@scangate/cli/verify/verify-erasure';
import { dayMs, hourMs } from '@scangate/domain/instant';
import { erasureProofName, erasureText, type ErasureProof } from '@scangate/domain/offboarding/erasure-proof';
import { isKeptRow } from '@scangate/domain/offboarding/rows-to-erase';
import type { Organization } from '../actors/organization.ts';
import type { Item } from '../cloud/database/values.ts';
import type { World } from '../start/world.ts';
import { isCode, pairOfAuditors, publicKeyOfAuditors, sealsBucket } from './money/auditors-key.ts';
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
    for (const table of this.#world.cloud.database.tables.values())
      for (const [pk, { rows }] of table.partitions)
        if (pk === `ERASED#${organizationId}` || pk === `ORG#${organizationId}`)
          for (const [sk, { now }] of rows) if (sk.startsWith('ERASED') && now) return now;
    return undefined;
  }

  #checkRows({ organizationId, taint, parent }: Organization): void {
    for (const { name, items } of this.#tables())
      for (const item of items) {
        const text = JSON.stringify(item);
        const key = item as { pk: string; sk?: string };
        const isNamed = text.includes(organizationId) && !mayName(name, key, parent);
        if (text.includes(taint) || isNamed)
          return this.#report('erased', `${taint} is still in ${key.pk} ${key.sk ?? ''}`);
      }
  }

  *#tables(): Generator<{ name: string; items: Iterable<Item> }> {
    for (const table of this.#world.cloud.database.tables.values())
      yield { name: table.name, items: table.items() };
  }

  #checkObjects({ organizationId, taint }: Organization): void {
    const { cloud } = this.#world;
    const seals = sealsBucket(this.#world);
    for (const bucket of cloud.objects.buckets.values())
      for (const [key, content] of bucket) {
        const text = `${key} ${content.toString('latin1')}`;
        if (text.includes(taint) || (bucket !== seals && text.includes(organizationId)))
          return this.#report('erased', `${taint} is still in the object ${key}`);
      }
    for (const { arn, input } of cloud.executions.all.values())
      if (input.includes(taint)) return this.#report('erased', `${taint} is still in the input of ${arn}`);
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

  async #look(organization: Organization, isEnd: boolean): Promise<void> {
    const { organizationId, closedAt, taint } = organization;
    const { now } = this.#world.scheduler;
    if (closedAt === undefined || (this.#checked.has(organizationId) && !isEnd)) return;
    const erasedAt = this.#progressOf(organization)?.['erasedAt'];
    if (typeof erasedAt !== 'string') {
      if (now - closedAt > promisedMs) this.#report('erased', `${taint} is not erased in time`);
      return;
    }
    // Objects of a run that was cut off, and messages under way, are gone a day later.
    if (now - Date.parse(erasedAt) < dayMs && !isEnd) return;
    this.#checked.add(organizationId);
    this.erased = this.#checked.size;
    this.#checkRows(organization);
    this.#checkObjects(organization);
    await this.#checkProof(organization);
  }

  async look(isEnd = false): Promise<void> {
    for (const organization of this.#world.organizations) await this.#look(organization, isEnd);
  }

  /** Looks each hour. */
  begin(): void {
    this.#world.scheduler.after(hourMs, () => {
      void this.look();
      this.begin();
    });
  }
}
