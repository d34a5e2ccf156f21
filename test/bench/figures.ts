import type { BundleSize } from '#infra/bundle/bundle-sizes.ts';
import type { DeadReceiver } from './deliveries/dead-receiver.ts';
import type { DeliveryCosts } from './deliveries/deliveries.ts';
import type { ExchangeCosts } from './exchange/exchange.ts';
import type { SignInCosts } from './sign-in/sign-in.ts';
import type { Cost, Operations } from './operations.ts';
import { credits, requests, type Contention } from './contention.ts';

/** A measured number, with its limit if there is one. */
export interface Figure {
  section: string;
  what: string;
  unit: string;
  value: number;
  /** An upper limit, or with `exactly` the only permitted value. */
  limit?: number;
  exactly?: true;
}

/** NaN exceeds every limit. */
export const isOver = ({ value, limit, exactly }: Figure): boolean =>
  limit !== undefined && !(exactly ? value === limit : value <= limit);

export const overLimit = (figures: readonly Figure[]): string[] =>
  figures
    .filter(isOver)
    .map(
      ({ what, value, unit, limit, exactly }) => `${what}: ${value} ${unit}, ${exactly ? '' : '≤ '}${limit}`,
    );

type CostLimits = Partial<Record<'calls' | 'serial' | 'readUnits' | 'writeUnits', number>>;

/** A scan of one unit that one pool pays; the Idempotency-Key row and the first license of a month come on top. */
const costLimits: Readonly<Record<string, CostLimits>> = {
  // One request in 16 makes a third call beside the second, which counts it for its organization.
  'authorizer, added to most requests': { calls: 2, serial: 2, readUnits: 5, writeUnits: 1 },
  'create-scan': { calls: 3, serial: 2, writeUnits: 10 },
  'get-scan': { calls: 2 },
  // Without a subscriber: the same cost as before events existed. One stores what ends a fetch.
  'cancel-scan': { calls: 6, writeUnits: 24 },
  // The transaction that follows it also counts the verdict for the organization and for the repository.
  'track-default-branch of a scan that changes nothing': { calls: 15, writeUnits: 7 },
  'list-tracked-findings': { calls: 1 },
  'list-tracked-findings with facets': { calls: 1 },
  'get-trends': { calls: 1 },
  'a first refusal (403)': { calls: 1, writeUnits: 2 },
  'billing status': { calls: 2 },
  'ledger page of 100': { calls: 1 },
  // Two of them for the condition that the organization is not closing.
  'message of a first payment': { calls: 6, writeUnits: 29 },
  'message of a pack': { calls: 6 },
  'monthly refill of one organization': { writeUnits: 8 },
};

const units = {
  calls: 'calls',
  serial: 'serial round trips',
  readUnits: 'read units',
  writeUnits: 'write units',
} as const;

export const costFigures = (section: string, what: string, cost: Cost, limits: CostLimits = {}): Figure[] =>
  (Object.keys(units) as (keyof typeof units)[]).map((field) => {
    const limit = limits[field];
    return { section, what, value: cost[field], unit: units[field], ...(limit !== undefined && { limit }) };
  });

export const billingFigures = (costs: Readonly<Record<string, Cost>>): Figure[] =>
  Object.entries(costs).flatMap(([what, cost]) => costFigures('Billing, warm', what, cost, costLimits[what]));

export const operationFigures = ({ costs, transitions }: Operations): Figure[] => [
  ...Object.entries(costs).flatMap(([what, cost]) =>
    costFigures('AWS per operation, warm', what, cost, costLimits[what]),
  ),
  {
    section: 'Workflow',
    what: 'scan of one unit',
    value: transitions,
    unit: 'billed transitions',
    limit: 3,
  },
];

const eventsSection = 'Events and deliveries';

export const deliveryFigures = ({ first, further, unheardInvocations }: DeliveryCosts): Figure[] => [
  {
    section: eventsSection,
    what: 'a change that nobody listens for',
    value: unheardInvocations,
    unit: 'invocations',
    limit: 0,
    exactly: true,
  },
  ...eventCost('first event to one webhook', first, { calls: 10, writeUnits: 24 }),
  ...eventCost('each further event of the run', further, { calls: 4, writeUnits: 18 }),
];

const eventCost = (what: string, cost: DeliveryCosts['first'], limits: DeliveryCosts['first']): Figure[] =>
  (['calls', 'writeUnits'] as const).map((field) => ({
    section: eventsSection,
    what,
    value: cost[field],
    unit: units[field],
    limit: limits[field],
  }));

export const deadReceiverFigures = ({ delayMs, probeMs }: DeadReceiver): Figure[] => [
  {
    section: eventsSection,
    what: '19 healthy receivers beside a dead one',
    value: delayMs,
    unit: 'ms later',
    limit: 0,
  },
  { section: eventsSection, what: 'a probe of a dead receiver', value: probeMs, unit: 'ms', limit: 10_000 },
];

const exchangeLimits = { calls: 3, writeUnits: 12 };

export const exchangeFigures = ({ warm, firstInAnHour }: ExchangeCosts): Figure[] => [
  ...costFigures('AWS per operation, warm', 'exchange-token', warm, exchangeLimits),
  ...costFigures(
    'AWS per operation, warm',
    'exchange-token, first in an hour',
    firstInAnHour,
    exchangeLimits,
  ),
];

export const signInFigures = (costs: SignInCosts): Figure[] => [
  ...costFigures('AWS per operation, warm', 'start-sign-in', costs.start, { calls: 1 }),
  ...costFigures('AWS per operation, warm', 'complete-sign-in', costs.callback, { calls: 3 }),
  ...costFigures('AWS per operation, warm', 'switch-organization', costs.switch, { calls: 2 }),
];

export const longWaitFigures = (cost: Cost): Figure[] =>
  costFigures('AWS per operation, warm', 'wait of 300 s, a look every 10 s', cost, { readUnits: 15.5 });

/**
 * Functions that read lockfiles are larger; those that look into source files also hold a parser and its grammars, and
 * those that scan units the judging of results that they reuse.
 */
const bundleLimits: Readonly<Record<string, number>> = {
  // 10 KB more than before it read cookies and lineage.
  authorizer: 261_000,
  'exchange-token': 450_000,
  'check-artifact': 2_000_000,
  'complete-saml-sign-in': 900_000,
  // It judges as rejudge-scan does, and also signs, emits events and names the service.
  'release-bundle': 2_200_000,
  'fetch-source': 17_000_000,
  'fetch-small-source': 17_000_000,
  // Half of them are the grammars of C#, Ruby, Rust and PHP, which are loaded for units that have such files. Expressions of
  // organizations run on RE2, which is loaded for those that have some.
  'scan-unit': 18_700_000,
  'scan-small-units': 18_700_000,
  'try-rules': 17_000_000,
  // It scans every version of every file for secrets.
  'read-history': 17_000_000,
  'compare-base': 1_950_000,
  'prepare-scan': 1_900_000,
  // They judge, so they contain the names of all rules for code and configuration, and how every language imports.
  'explain-scan': 2_000_000,
  'rejudge-units': 2_000_000,
  'rejudge-scan': 2_000_000,
  'simulate-gate': 2_000_000,
};
const everyBundle = 1_800_000;
/** The bytes that a start loads of a bundle whose clients or providers are loaded on demand. */
const startLimits: Readonly<Record<string, number>> = { 'create-scan': 420_000, deliver: 420_000 };

export const bundleFigures = (sizes: readonly BundleSize[]): Figure[] =>
  sizes.flatMap(({ name, bytes, startBytes, gzipBytes }): Figure[] => {
    const startLimit = startLimits[name];
    const figure = { section: 'Bundles', what: name };
    return [
      { ...figure, unit: 'bytes', value: bytes, limit: bundleLimits[name] ?? everyBundle },
      { ...figure, unit: 'gzipped', value: gzipBytes },
      ...(startLimit === undefined
        ? []
        : [{ ...figure, unit: 'bytes at a start', value: startBytes, limit: startLimit }]),
    ];
  });

export const contentionFigures = (what: string, contest: Contention): Figure[] => {
  const section = `${requests} parallel creates with ${credits} credits`;
  const exact = (unit: string, value: number, limit: number): Figure => ({
    section,
    what,
    unit,
    value,
    limit,
    exactly: true,
  });
  return [
    exact('201', contest.created, credits),
    exact('402', contest.insufficientCredits, requests - credits),
    exact('others', contest.others.length, 0),
    exact('balance', contest.balance, 0),
    exact('entries', contest.consumeEntries, credits),
    exact('scans', contest.scans, credits),
    exact('ledger faults', contest.auditViolations.length, 0),
  ];
};
