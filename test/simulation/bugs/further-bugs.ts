import { accessBugs } from './access-bugs.ts';
import { lifeBugs } from './life-bugs.ts';
import { paymentBugs } from './payment-bugs.ts';
import { signOnBugs } from './sign-on-bugs.ts';
import { upkeepBugs } from './upkeep-bugs.ts';
import { lostExecutions, seededBugs, type SeededBug } from './seeded-bugs.ts';
import type { SourceChange } from '../start/replace-modules.ts';

/** A world in which releases follow each other. */
const withReleases = { deployments: 12 };

/** A world that lasts until findings are fixed. */
const withTickets = { days: 2 };

/** Bugs that only show after two faults, which are those of one seed. */
const ofPairs: readonly SeededBug[] = [
  {
    name: 'a sweep that puts a scan off before it starts it',
    breaks: 'liveness',
    file: 'lib/app/scans/sweep-scans.ts',
    find: "  if (status === 'queued') await workflow.resume(ref);\n",
    replace: `  const far = { set: { dueAt: addMs(now, 9_000 * deadlines.graceMs) } };
  const when = [{ field: 'status', is: 'equal', value: 'queued' }];
  if (status === 'queued') {
    await store.commit([{ change: 'update', record: 'scan', id: ref, ...far, when }]);
    await workflow.resume(ref);
  }
`,
    at: 'taint1x.9/create-scan:3:crash_before,schedule 2.7/sweep-scans:10:crash_after',
    world: { years: 0.0001, organizations: 2, acts: 150, faults: 0, 'only-acts': 'taint1x.1,taint1x.9' },
  },
];

/** Bugs beyond the forty: each breaks an invariant that was added after them. */
export const furtherBugs: readonly SeededBug[] = [
  ...paymentBugs,
  ...lifeBugs,
  ...upkeepBugs,
  ...signOnBugs,
  ...ofPairs,
  {
    name: 'a lost execution that is given up three times too late',
    breaks: 'liveness',
    file: 'lib/domain/scans/scan-deadlines.ts',
    find: 'workflowMs: 45 * minuteMs,',
    replace: 'workflowMs: 3 * 45 * minuteMs,',
    at: lostExecutions(['finish-scan', 'scan-small-units']),
  },
  {
    name: 'a seal that is not signed',
    breaks: 'audit',
    file: 'lib/app/ledger/sign-ledger-seals.ts',
    find: 'for (const seal of waiting) {',
    replace: 'for (const seal of waiting.slice(1)) {',
  },
  {
    name: 'a verdict that depends on the clock',
    breaks: 'pure',
    file: 'lib/domain/verdict/assemble-verdict.ts',
    find: '    judgedAt,\n    ...judgedInputs(scan, results),',
    replace: '    judgedAt: new Date().toISOString(),\n    ...judgedInputs(scan, results),',
  },
  {
    name: 'a finding that is never fixed',
    breaks: 'rebuild',
    file: 'lib/domain/tracking/track-unit.ts',
    find: "if (absence === 'not_assessed') return undefined;",
    replace: "if (absence !== 'unknown') return undefined;",
  },
  {
    name: 'a finding that nobody waived',
    breaks: 'rebuild',
    file: 'lib/domain/tracking/track-unit.ts',
    find: "state: found.tolerated ? 'waived' : 'open',\n    version: 1,",
    replace: "state: 'waived',\n    version: 1,",
  },
  {
    name: 'a gate that a scan does not set',
    breaks: 'rebuild',
    file: 'lib/domain/tracking/gates/repository-gate.ts',
    find: '    version: (gate?.version ?? 0) + 1,\n  };\n  return [write(item, gate)];',
    replace: '    version: (gate?.version ?? 0) + 1,\n  };\n  return item ? [] : [];',
  },
  {
    name: 'a package that never leaves the index',
    breaks: 'rebuild',
    file: 'lib/app/components/index-unit.ts',
    find: 'await runConcurrently(remove, { atOnce }, (name) =>',
    replace: 'await runConcurrently([] as string[], { atOnce }, (name) =>',
  },
  {
    name: 'a trend that forgets what it counts',
    breaks: 'rebuild',
    file: 'lib/domain/tracking/write-rows.ts',
    find: 'changes: [guard, ...batch.flatMap(writeRow), ...counted],',
    replace: 'changes: [guard, ...batch.flatMap(writeRow)],',
  },
  {
    name: 'an erasure that leaves objects behind',
    breaks: 'erased',
    file: 'lib/app/offboarding/erase-organization.ts',
    find: 'const keys = await eraser.objects(objectsPerStep);',
    replace: 'const keys: string[] = (await eraser.objects(objectsPerStep)).slice(0, 0);',
    world: { years: 0.11, organizations: 7, acts: 6, faults: 0.002, leaving: 3 },
  },
  {
    name: 'a row of an older version that is read unconverted',
    breaks: 'event',
    file: 'lib/adapters/dynamodb/record-versions.ts',
    find: 'steps: steps.slice(version - 1, writes - 1) }',
    replace: 'steps: [] }',
    world: withReleases,
  },
  {
    name: 'a row of another version that is not converted',
    breaks: 'liveness',
    file: 'lib/adapters/dynamodb/commit-transaction.ts',
    find: '  await migrateRow(tried, context);\n',
    replace: '',
    world: withReleases,
  },
  {
    name: 'an issue that stays open when everything is fixed',
    breaks: 'rebuild',
    file: 'lib/domain/integrations/tickets/decide-ticket.ts',
    find: "return { write: present ? 'open' : 'closed' };",
    replace: "return { write: 'open' };",
    world: withTickets,
  },
  {
    name: 'a cancelled scan that nobody is told of',
    breaks: 'event',
    file: 'lib/domain/events/emit/scan.ts',
    find: "return emitEvent(organization, { ...event, type: 'scan.cancelled', data });",
    replace: 'return data ? [] : [];',
  },
  ...accessBugs,
];

/** Finds a bug by its name. */
const bugNamed = (name: string): SeededBug => {
  const found = [...seededBugs, ...furtherBugs].find((bug) => bug.name === name);
  if (!found) throw new Error(`there is no bug named ${name}`);
  return found;
};

/** The changes of a bug, by its name; none for undefined. */
export const changesOfBug = (name: string | undefined): readonly SourceChange[] => {
  if (name === undefined) return [];
  const bug = bugNamed(name);
  return [bug, ...(bug.also ?? [])];
};
