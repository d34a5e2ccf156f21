import type { Goal } from './goal.ts';

/** The goals of repositories that are too large. */
export const sourceGoals: readonly Goal[] = [
  {
    subject: 'Sources',
    goal: '2,000,000 files: sent until the refusal',
    unit: 'MB',
    where: { what: /^2,000,000 files/, unit: /^MB sent/ },
    limit: 32,
  },
  {
    subject: 'Sources',
    goal: '5 GB, a host that filters or tells sizes: sent until the refusal',
    unit: 'MB',
    where: { what: /^5 GB in .* a host that/, unit: /^MB sent/ },
    limit: 160,
  },
  // A commit is to be refused in the first second. It begins with what a host sends first: nothing can be told from less.
  ...(
    [
      ['2,000,000 files', /^2,000,000 files/],
      ['5 GB, a host that filters or tells sizes', /^5 GB in .* a host that/],
      ['5 GB, any other host', /^5 GB in .* any other host/],
    ] as const
  ).map(([name, what]) => ({
    subject: 'Sources',
    goal: `${name}: refusal, after git's first byte`,
    unit: 's',
    where: { what, unit: /^s after git's first byte$/ },
    limit: 1,
  })),
  {
    subject: 'Sources',
    goal: 'refused repositories: memory',
    unit: 'MB',
    where: { section: /^Large repositories$/, unit: /^MB of memory$/, what: /./ },
    limit: 256,
  },
];
