import type { Caller } from '@scangate/domain/identity/caller';
import { notAssignable } from '@scangate/domain/tracking/triage';
import { Problem, Transient } from '@scangate/domain/problem';
import type { TrackedFinding } from '@scangate/domain/records';
import {
  changedFinding,
  requireMayWaive,
  type ChangedFinding,
  type ActionOutcome,
} from '@scangate/domain/tracking/finding-actions';
import { isTracked } from '@scangate/domain/tracking/track-unit';
import * as rules from '@scangate/domain/tracking/triage';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { waiveFingerprints, type FingerprintWaivers } from '../waivers/waive-fingerprints.ts';
import { loadTrackedRows } from './tracked-finding.ts';
import { runConcurrently } from '../jobs/run-concurrently.ts';
import type { WaiverRecord } from '../waivers/waiver-store.ts';

type ActRecord = 'trackedFinding' | 'findingLocation' | 'member' | WaiverRecord;

interface ActPorts {
  store: Pick<Store<ActRecord>, 'get' | 'load' | 'list' | 'commit'>;
  ids: Ids;
}

export interface ActRequest {
  caller: Caller;
  fingerprints: readonly string[];
  /** A member of the organization; null removes the assignee. */
  assign?: string | null | undefined;
  /** Replaces the notes; null removes them. */
  note?: string | null | undefined;
  waive?: FingerprintWaivers['waive'] | undefined;
}

/** The number of findings that are read and written concurrently. */
const atOnce = 10;

/** @throws Problem validation_failed for a person who is not a member. */
const requireAssignee = async (
  { caller: { organizationId }, assign }: ActRequest,
  { store }: ActPorts,
): Promise<void> => {
  if (assign === undefined || assign === null) return;
  const id = { organizationId, personId: assign.toLowerCase() };
  const member = await store.get('member', id, { consistent: true });
  if (member && member.removedAt === undefined) return;
  throw notAssignable('/assign');
};

/**
 * @returns why an action failed.
 * @throws any error other than a refusal.
 */
const codeOf = (error: unknown): ActionOutcome => {
  if (error instanceof Problem) return { code: error.code };
  if (error instanceof Transient) return { code: 'temporarily_unavailable' };
  throw error;
};

const triageRow = async (
  row: TrackedFinding,
  { caller, triage }: { caller: Caller; triage: rules.Triage },
  { ports: { store, ids }, now }: { ports: ActPorts; now: Date },
): Promise<ActionOutcome> => {
  const { organizationId, projectUnitId, fingerprint } = row;
  const id = { organizationId, projectUnitId, fingerprint };
  const change = { caller, triage, ifMatch: '*', changeId: ids.uuid(), now: now.toISOString() };
  try {
    return await retryOnConflict(limits.triageFinding, async (tryNumber) => {
      const current = tryNumber === 1 ? row : await store.get('trackedFinding', id, { consistent: true });
      if (!current || !isTracked(current)) return { code: 'finding_not_found' };
      const { changes } = rules.triageFinding({ ...change, row: current });
      if (changes.length === 0) return 'unchanged';
      await commitOrThrow(store, changes);
      return 'done';
    });
  } catch (error) {
    return codeOf(error);
  }
};

/** Waives known findings before anything else is written: a refusal of all leaves nothing behind. */
const waive = async (
  known: readonly string[],
  { caller, waive: asked, rows }: ActRequest & { rows: ReadonlyMap<string, readonly TrackedFinding[]> },
  context: { ports: ActPorts; now: Date },
): Promise<Map<string, ActionOutcome>> => {
  if (!asked || known.length === 0) return new Map();
  const ruleOf = new Map(known.map((fingerprint) => [fingerprint, rows.get(fingerprint)?.[0]?.rule ?? '']));
  return waiveFingerprints(ruleOf, { caller, waive: asked }, context);
};

/**
 * Assigns, annotates and waives many findings. For a finding in several project units, all of them are changed. A
 * repeated request does the rest, and nothing twice.
 * @throws Problem validation_failed, role_required, insufficient_scope or seat_license_required before anything is
 * written.
 */
export const actOnFindings = async (
  request: ActRequest,
  ports: ActPorts,
  now: Date,
): Promise<ChangedFinding[]> => {
  const { caller, assign, note, waive: asked } = request;
  if (asked) requireMayWaive(caller);
  await requireAssignee(request, ports);
  const fingerprints = [...new Set(request.fingerprints.map((fingerprint) => fingerprint.toLowerCase()))];
  const rows = new Map<string, TrackedFinding[]>();
  await runConcurrently(fingerprints, { atOnce }, async (fingerprint) => {
    rows.set(
      fingerprint,
      await loadTrackedRows({ organizationId: caller.organizationId, fingerprint }, ports.store),
    );
  });
  const known = fingerprints.filter((fingerprint) => (rows.get(fingerprint) ?? []).length > 0);
  const context = { ports, now };
  const waived = await waive(known, { ...request, rows }, context);
  const outcomes = new Map<string, ActionOutcome[]>(
    fingerprints.map((fingerprint) => [
      fingerprint,
      known.includes(fingerprint) ? [...waivedOutcome(waived, fingerprint)] : [{ code: 'finding_not_found' }],
    ]),
  );
  const triage = { assignee: assign, notes: note };
  await runConcurrently(known, { atOnce }, async (fingerprint) => {
    for (const row of rows.get(fingerprint) ?? [])
      outcomes.get(fingerprint)?.push(await triageRow(row, { caller, triage }, context));
  });
  return fingerprints.map((fingerprint) => changedFinding(fingerprint, outcomes.get(fingerprint) ?? []));
};

const waivedOutcome = (waived: ReadonlyMap<string, ActionOutcome>, fingerprint: string): ActionOutcome[] => {
  const outcome = waived.get(fingerprint);
  return outcome === undefined ? [] : [outcome];
};
