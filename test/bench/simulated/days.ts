import { auditOfDay, purgeOfDay, scansOf, type DayOfJob } from '#test/models/jobs/days-of-jobs.ts';
import type { Figure } from '../figures.ts';

/** The size that the service is made for: a million scans a day. */
const organizations = Number(process.env['JOBS_AT_SCALE'] ?? 100_000);
const section = `Jobs of a day with ${organizations.toLocaleString('en')} organizations, in virtual time`;
/** An hourly job has to keep up with what a day adds in a few runs. */
const runsOfDay = 4;

const figuresOf = (what: string, { runs, calls }: DayOfJob): Figure[] => [
  { section, what, unit: 'runs', value: runs.length, limit: runsOfDay },
  { section, what, unit: 's in all', value: Math.round(runs.reduce((sum, seconds) => sum + seconds, 0)) },
  { section, what, unit: 'calls', value: calls },
];

/** Measures the jobs of a day by their real code over the memory store: the purge of payloads and the audit of ledgers. */
export const measureDays = async (): Promise<Figure[]> => {
  const day = { organizations, seed: 1 };
  const scans = scansOf(day).toLocaleString('en');
  const { purged, ...purge } = await purgeOfDay(day);
  if (purged !== scansOf(day)) throw new Error(`${purged} of ${scans} scans were purged`);
  const { unproven, alarms, debits, ...audit } = await auditOfDay(day);
  if (unproven.length + alarms.length > 0)
    throw new Error(`${unproven.length} pools were not proven, and ${alarms.length} alarms were raised`);
  const moved = debits.busiest + debits.others;
  return [
    ...figuresOf(`purge of ${scans} scans`, purge),
    ...figuresOf(`audit of ${(2 * organizations).toLocaleString('en')} pools`, audit),
    { section, what: 'audit of the pools', unit: 'debits meanwhile', value: moved },
  ];
};
