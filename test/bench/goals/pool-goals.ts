import type { Goal } from './goal.ts';

/** The goals of creations that one organization pays from one pool. */
export const poolGoals: readonly Goal[] = [
  {
    subject: 'Pool',
    goal: 'a pool at zero for a minute, to the refusal',
    unit: 'serial round trips',
    where: { what: /^create-scan without credits/, unit: /^serial round trips$/ },
    limit: 1,
  },
  {
    subject: 'Pool',
    goal: 'a pool that was just spent, to the refusal',
    unit: 'serial round trips',
    where: { what: /^create-scan after the last credit/, unit: /^serial round trips$/ },
  },
  {
    subject: 'Pool',
    goal: '400 creations/s of one organization, conflicts only',
    unit: 'attempts each',
    where: { what: /^400 .*organization$/, unit: /attempts/ },
    limit: 1.5,
  },
  {
    subject: 'Pool',
    goal: '400 creations/s of one organization, conflicts only',
    unit: 'refused with 503',
    where: { what: /^400 .*organization$/, unit: /503/ },
    limit: 0,
  },
  {
    subject: 'Pool',
    goal: '400 creations/s, 1,000 units/s per key',
    unit: 'attempts each',
    where: { what: /^400 creations\/s with 1,000 units\/s per key$/, unit: /attempts/ },
    limit: 1.5,
  },
  {
    subject: 'Pool',
    goal: '400 creations/s, 1,000 units/s per key',
    unit: 'refused with 503',
    where: { what: /^400 creations\/s with 1,000 units\/s per key$/, unit: /503/ },
    limit: 0,
  },
  {
    subject: 'Pool',
    goal: '450 creations/s, 1,000 units/s per key',
    unit: 'refused with 503',
    where: { what: /^450 creations\/s with 1,000 units\/s per key$/, unit: /503/ },
  },
];
