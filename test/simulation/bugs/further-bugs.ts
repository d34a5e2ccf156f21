import type { SeededBug } from './seeded-bugs.ts';

/** Bugs beyond the forty: each breaks an invariant that was added after them. */
export const furtherBugs: readonly SeededBug[] = [
  {
    name: 'a seal that is not signed',
    file: 'lib/app/jobs/witness-seals.ts',
    find: 'for (const seal of waiting.toReversed()) {',
    replace: 'for (const seal of waiting.slice(1)) {',
  },
  {
    name: 'a verdict that depends on the clock',
    file: 'lib/domain/verdict/assemble-verdict.ts',
    find: '    judgedAt,\n    ...judgedInputs(scan, results),',
    replace: '    judgedAt: new Date().toISOString(),\n    ...judgedInputs(scan, results),',
  },
];
