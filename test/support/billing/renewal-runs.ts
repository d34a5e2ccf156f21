import { beforeEach, vi } from 'vitest';
import { log } from '#runtime/log.ts';
import { renewDueAccounts } from '#app/billing/renew-due-accounts.ts';
import type { Change } from '@scangate/domain/record-changes';
import type { Store } from '#ports/store.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

/** Silences the log of the runs in the calling file. */
export const useRenewalRuns = (): void => {
  beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
};

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 86_400_000;
export const start = '2026-01-31T08:00:00.000Z';
export const plus = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

export const run = (store: Store, at: string, order: { since?: string } = {}) =>
  renewDueAccounts(order, { store, log }, taskContextAt(new Date(at)));

/** Counts the calls of a store and keeps its transactions. */
export const watched = (store: Store) => {
  const commits: (readonly Change[])[] = [];
  const calls = { load: 0, listDue: 0, commit: 0 };
  const seen = {
    load: (...args: Parameters<Store['load']>) => (calls.load++, store.load(...args)),
    listDue: (...args: Parameters<Store['listDue']>) => (calls.listDue++, store.listDue(...args)),
    commit: (changes: readonly Change[]) => (calls.commit++, commits.push(changes), store.commit(changes)),
  } as unknown as Store;
  return { store: seen, commits, calls };
};
