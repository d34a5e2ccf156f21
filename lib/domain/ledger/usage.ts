import { dayOf, dayMs, instantRange } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { Instant, LedgerEntry, SourceTrigger } from '../records.ts';
import { csvLine, escapeCell } from '../reports/csv/csv-cells.ts';

/** The ways in which a balance changes, each as a positive number, except for adjustments, which are signed. */
export const usageKinds = ['consumed', 'granted', 'refunded', 'expired', 'adjusted'] as const;
type UsageKind = (typeof usageKinds)[number];
type Amounts = Record<UsageKind, number>;

/** A pool's balance over one day (UTC). */
export interface UsageDay extends Amounts {
  /** `2026-03-10` */
  day: string;
  opening: number;
  closing: number;
}

const refundPrefix = 'refund#';

/** Whether an entry returns the credits of a unit. */
const isRefund = ({ cause }: Pick<LedgerEntry, 'cause'>): boolean => cause.startsWith(refundPrefix);

const usageKindOf = (entry: Pick<LedgerEntry, 'kind' | 'cause'>): UsageKind => {
  if (entry.kind === 'consume') return 'consumed';
  if (entry.kind === 'expire') return 'expired';
  if (entry.kind === 'adjust') return 'adjusted';
  return isRefund(entry) ? 'refunded' : 'granted';
};

const signOf: Record<UsageKind, 1 | -1> = { consumed: -1, granted: 1, refunded: 1, expired: -1, adjusted: 1 };

const noAmounts = (): Amounts => ({ consumed: 0, granted: 0, refunded: 0, expired: 0, adjusted: 0 });

/** The longest range of a usage report. */
export const maxUsageDays = 366;
const defaultUsageDays = 30;

/** The whole days (UTC) of a usage report. */
export interface UsageRange {
  from: Instant;
  through: Instant;
}

const startOfDay = (at: Instant): Instant => `${dayOf(at)}T00:00:00.000Z`;
const endOfDay = (at: Instant): Instant => `${dayOf(at)}T23:59:59.999Z`;
const daysBefore = (at: Instant, days: number): Instant =>
  new Date(Date.parse(at) - days * dayMs).toISOString();

/**
 * Parses `from` and `to` as whole days (UTC), both of which are included: by default the last thirty days. A report
 * ends today at the latest.
 * @throws Problem invalid_query.
 */
export const usageRange = (query: { from?: string; to?: string }, now: Instant): UsageRange => {
  const given = instantRange(query);
  const last = given.through === undefined || given.through > now ? now : given.through;
  const from = startOfDay(given.from ?? daysBefore(last, defaultUsageDays - 1));
  const through = endOfDay(last);
  if (from > through) throw new Problem('invalid_query', { detail: 'from is in the future.' });
  if (Date.parse(through) - Date.parse(from) > maxUsageDays * dayMs)
    throw new Problem('invalid_query', { detail: `The range is longer than ${maxUsageDays} days.` });
  return { from, through };
};

/** Sums the entries of a pool by day, with the balance before and after. Days without entries are included. */
export class UsageByDay {
  readonly #days = new Map<string, Amounts>();
  readonly #range: UsageRange;
  #opening: number;

  constructor(range: UsageRange, opening: number) {
    this.#range = range;
    this.#opening = opening;
    for (let at = range.from; at <= range.through; at = daysBefore(at, -1))
      this.#days.set(dayOf(at), noAmounts());
  }

  /** Adds an entry, in any order. Entries older than the range are part of the opening balance. */
  add(entry: Pick<LedgerEntry, 'at' | 'kind' | 'cause' | 'amount'>): void {
    if (entry.at < this.#range.from) this.#opening += entry.amount;
    const day = this.#days.get(dayOf(entry.at));
    const kind = usageKindOf(entry);
    if (day) day[kind] += signOf[kind] * entry.amount;
  }

  items(): UsageDay[] {
    let balance = this.#opening;
    return [...this.#days].map(([day, amounts]) => {
      const opening = balance;
      balance += usageKinds.reduce((sum, kind) => sum + signOf[kind] * amounts[kind], 0);
      return { day, opening, ...amounts, closing: balance };
    });
  }
}

export const usageGroupings = ['repository', 'person', 'trigger'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

/** The fields that tell whose usage a row is, by id and by name. */
export const usageKeys = {
  repository: { key: 'repositoryId', name: 'fullName' },
  person: { key: 'personId', name: 'email' },
  trigger: { key: 'sourceTrigger', name: 'sourceTrigger' },
} as const satisfies Record<UsageGrouping, { key: string; name: string }>;

/** A row of a usage report by repository, person or trigger. */
export interface UsageRow extends Pick<UsageGroup, 'consumed' | 'refunded' | 'net'> {
  repositoryId?: string;
  fullName?: string;
  personId?: string;
  email?: string;
  sourceTrigger?: SourceTrigger;
  organizationId?: string;
}

/** The credits that a repository, a person or a trigger consumed. */
export interface UsageGroup {
  /** The id of the repository or person, or the trigger; absent where it is not recorded. */
  key?: string | undefined;
  consumed: number;
  refunded: number;
  /** The credits that were paid in the end; negative when a refund belongs to a debit before the range. */
  net: number;
}

/** The repository and person of a debit or refund, which its scan records. */
export interface ScanOfEntry {
  repositoryId?: string | undefined;
  personId?: string | undefined;
}

const keyOf = (
  grouping: UsageGrouping,
  entry: Pick<LedgerEntry, 'personId'> & { sourceTrigger?: SourceTrigger },
  scan: ScanOfEntry | undefined,
): string | undefined => {
  if (grouping === 'trigger') return entry.sourceTrigger;
  return grouping === 'person' ? (entry.personId ?? scan?.personId) : scan?.repositoryId;
};

/** Sums debits and refunds by repository, person or trigger. */
export class UsageByGroup {
  readonly #groups = new Map<string | undefined, UsageGroup>();
  readonly #grouping: UsageGrouping;

  constructor(grouping: UsageGrouping) {
    this.#grouping = grouping;
  }

  /**
   * Adds an entry. Entries other than debits and refunds belong to no scan and are left out.
   * @returns the key of its group.
   */
  add(entry: LedgerEntry, scan: ScanOfEntry | undefined): string | undefined {
    const kind = usageKindOf(entry);
    if (kind !== 'consumed' && kind !== 'refunded') return undefined;
    const key = keyOf(this.#grouping, entry, scan);
    const group = this.#groups.get(key) ?? { key, consumed: 0, refunded: 0, net: 0 };
    group[kind] += signOf[kind] * entry.amount;
    group.net -= entry.amount;
    this.#groups.set(key, group);
    return key;
  }

  /** The groups, the largest first. */
  items(): UsageGroup[] {
    return [...this.#groups.values()].toSorted(
      (a, b) => b.net - a.net || b.consumed - a.consumed || ((a.key ?? '') < (b.key ?? '') ? -1 : 1),
    );
  }
}

const dayColumns = ['day', 'opening', ...usageKinds, 'closing'] as const;

/** The columns of a report's export. Their order is part of the contract. */
export const usageColumns = (grouping: UsageGrouping | 'day'): readonly string[] => {
  if (grouping === 'day') return dayColumns;
  const { key, name } = usageKeys[grouping];
  return [...new Set([key, name]), 'organizationId', 'consumed', 'refunded', 'net'];
};

/** A usage report as RFC 4180. An absent field is an empty cell. */
export const usageCsv = (grouping: UsageGrouping | 'day', rows: readonly (UsageDay | UsageRow)[]): string => {
  const columns = usageColumns(grouping);
  const lines = rows.map((row) => {
    const cells: Record<string, string | number> = { ...row };
    return csvLine(
      columns.map((column) => {
        const value = cells[column] ?? '';
        return typeof value === 'number' ? String(value) : escapeCell(value);
      }),
    );
  });
  return csvLine(columns) + lines.join('');
};
