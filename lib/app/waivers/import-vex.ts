import { actorOf, auditEvent } from '@scangate/domain/audit/audit-event';
import { fieldProblem } from '@scangate/domain/invalid-field';
import type { Change } from '@scangate/domain/record-changes';
import { hasListener } from '@scangate/domain/events/emit-event';
import { waiverWritten } from '@scangate/domain/events/emit/waiver';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Waiver, WaiverSlot } from '@scangate/domain/records';
import { longestExpiry } from '@scangate/domain/waivers/check-waiver';
import { isInForce, markWaivers, newWaiver, storeWaiver } from '@scangate/domain/waivers/plan-waiver';
import { notifyReplaced } from '@scangate/domain/waivers/notify-expiry';
import { freeSlots, liveWaivers } from '@scangate/domain/waivers/waiver-slots';
import { waiverView } from '@scangate/domain/waivers/waiver-view';
import {
  keyOfWaiver,
  planImport,
  repositoryNameOf,
  type FindRepository,
  type SkippedStatement,
} from '@scangate/engines/vex/plan-import';
import { readVex } from '@scangate/engines/vex/read-vex';
import { UnreadableVex, type VexStatement } from '@scangate/engines/vex/statement';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadGate } from '../policy/load-gate.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { claimMonth, loadSlots, type WaiverStore } from './waiver-store.ts';

interface VexPorts {
  store: WaiverStore & Pick<Store<'repositoryName'>, 'load'>;
  ids: Pick<Ids, 'scanId'>;
}

/**
 * A waiver is two items, and up to two more with a subscriber; one transaction also has room for the audit event and
 * the license of the month.
 */
const itemsAtOnce = 90;
const itemsOfWaiver = (caller: Caller): number =>
  hasListener(caller, 'waiver.approved') ||
  hasListener(caller, 'waiver.requested') ||
  hasListener(caller, 'waiver.expired')
    ? 4
    : 2;
const namesAtOnce = 100;

/** @throws Problem vex_invalid */
const readStatements = (document: unknown): VexStatement[] => {
  try {
    return readVex(document);
  } catch (error) {
    if (!(error instanceof UnreadableVex)) throw error;
    const { pointer, message: detail } = error;
    throw fieldProblem('vex_invalid', pointer, { detail });
  }
};

/** Looks up the repositories that a document names. */
const repositoryFinder = async (
  statements: readonly VexStatement[],
  { store, organizationId }: { store: VexPorts['store']; organizationId: string },
): Promise<FindRepository> => {
  const products = statements.flatMap(({ product, within = [] }) => [product, ...within]);
  const names = [...new Set(products.flatMap((product) => repositoryNameOf(product) ?? []))];
  const found = new Map<string, string>();
  for (let from = 0; from < names.length; from += namesAtOnce) {
    const refs = names
      .slice(from, from + namesAtOnce)
      .map((name) => ({ record: 'repositoryName', id: { organizationId, name } }) as const);
    for (const record of await store.load(refs))
      if (record && record.repositoryId !== '') found.set(record.name, record.repositoryId);
  }
  return (name) => found.get(name);
};

const importEvent = (
  { organizationId, caller, waivers }: { organizationId: string; caller: Caller; waivers: readonly Waiver[] },
  at: string,
): Change<'auditEvent'> => {
  const waiverIds = waivers.map(({ waiverId }) => waiverId);
  return auditEvent({
    organizationId,
    actor: actorOf(caller),
    at,
    action: 'vex.imported',
    cause: waiverIds[0] ?? at,
    after: { waiverIds, status: waivers[0]?.status },
  });
};

/** Stores waivers in groups of one transaction each. A retry after a crash finds what is stored and continues. */
const storeAll = async (
  waivers: readonly Waiver[],
  {
    caller,
    store,
    stored,
    slots,
  }: { caller: Caller; store: WaiverStore; stored: Waiver[]; slots: readonly WaiverSlot[] },
  now: Date,
): Promise<void> => {
  const { organizationId } = caller;
  const at = now.toISOString();
  const waiversAtOnce = Math.floor(itemsAtOnce / itemsOfWaiver(caller));
  for (let from = 0; from < waivers.length; from += waiversAtOnce) {
    const group = waivers.slice(from, from + waiversAtOnce);
    const taken = group.map(({ slot }) => slot);
    await commitOrThrow(store, [
      ...group.flatMap((waiver) => storeWaiver(waiver, at)),
      importEvent({ organizationId, caller, waivers: group }, at),
      ...markWaivers(group),
      ...(from === 0 ? await claimMonth(store, caller, now) : []),
      ...group.flatMap((waiver) => waiverWritten(caller, waiver, at)),
      ...notifyReplaced(caller, { slots, taken }, at),
    ]);
    stored.push(...group);
  }
};

/** Counts equal reasons, so that the response about a large document stays small. */
const summarized = (skipped: readonly SkippedStatement[]) => {
  const shown = 100;
  const rest = Map.groupBy(skipped.slice(shown), ({ reason }) => reason);
  return [
    ...skipped.slice(0, shown).map((statement) => ({ ...statement, count: 1 })),
    ...[...rest].map(([reason, statements]) => ({ reason, count: statements.length })),
  ];
};

/** Returns the keys of waivers from documents. A request does not keep anyone from setting a waiver in force alone. */
const knownKeys = (
  slots: readonly WaiverSlot[],
  { caller, policy }: { caller: Caller; policy: GatePolicy },
  now: string,
): Set<string> => {
  const known = liveWaivers(slots, now).flatMap(({ waiver }) => (waiver.kind === 'vex' ? [waiver] : []));
  const counted = isInForce(caller, policy) ? known.filter(({ status }) => status === 'approved') : known;
  return new Set(counted.map((waiver) => keyOfWaiver(waiver)));
};

/**
 * Makes waivers from the statements of a VEX document: requested ones, if the caller may not set them in force
 * alone. Existing waivers are left unchanged, so that importing the same document twice changes nothing
 * (docs/adr/0040-waivers.md).
 * @throws Problem vex_invalid, too_many_waivers or seat_license_required.
 */
export const importVex = async (
  { caller, document }: { caller: Caller; document: unknown },
  { store, ids }: VexPorts,
  now: Date,
) => {
  const { organizationId } = caller;
  const at = now.toISOString();
  const statements = readStatements(document);
  const find = await repositoryFinder(statements, { store, organizationId });
  const planned = planImport(statements, find);
  const { policy } = await loadGate(store, organizationId);
  const expiresAt = longestExpiry(policy, at);
  const stored: Waiver[] = [];
  await retryOnConflict(limits.changeWaivers, async () => {
    const slots = await loadSlots(store, organizationId);
    const live = knownKeys(slots, { caller, policy }, at);
    const fresh = planned.waivers.filter((waiver) => !live.has(keyOfWaiver(waiver)));
    const free = freeSlots(slots, fresh.length, at);
    const waivers = fresh.map((statement, index) =>
      newWaiver(
        {
          organizationId,
          caller,
          request: { ...statement, expiresAt },
          policy,
          waiverId: ids.scanId(now),
          slot: free[index] ?? 0,
          kind: 'vex',
        },
        at,
      ),
    );
    await storeAll(waivers, { caller, store, stored, slots }, now);
  });
  return {
    waivers: stored.map((waiver) => waiverView(waiver, undefined, at)),
    unchanged: planned.waivers.length - stored.length,
    skipped: summarized(planned.skipped),
  };
};
