import { runLoad } from '#test/models/contention/busy-pool.ts';
import { sweepLostScans } from '#test/models/jobs/jobs-at-scale.ts';
import type { Figure } from '../figures.ts';

const section = 'By the real rules, in virtual time';
const seed = 1;
/** The organizations among which a sweep finds lost scans. */
const organizations = 100_000;
const lostScans = 10_000;
const round = (value: number): number => Math.round(value * 100) / 100;

/** DynamoDB writes this much of one partition key in a second. */
const unitsPerSecond = 1_000;

/** Measures creations of one organization against what DynamoDB writes of one key. */
const limitedFigures = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const perSecond of [400, 450]) {
    const load = { seed, credits: 100_000, perSecond, seconds: 30 };
    const { counted, asked, answers } = await runLoad(load, { unitsPerSecond });
    const what = `${perSecond} creations/s with 1,000 units/s per key`;
    const refused = asked - (answers.get('201') ?? 0);
    const isGoal = perSecond === 400;
    figures.push(
      {
        section,
        what,
        unit: 'attempts',
        value: round(counted.writes / asked),
        ...(isGoal && { limit: 1.5 }),
      },
      { section, what, unit: 'answered with 503', value: refused, ...(isGoal && { limit: 0 }) },
    );
  }
  return figures;
};

/** Measures one pool under many creations, and a sweep of scans that lost their workflow. */
export const measureSimulated = async (): Promise<Figure[]> => {
  const { counted, asked, answers } = await runLoad({ seed, credits: 100_000, perSecond: 400, seconds: 10 });
  const sweep = await sweepLostScans({ organizations, lostScans, seed });
  if (sweep.left > 0) throw new Error(`a sweep left ${sweep.left} scans`);
  const refused = asked - (answers.get('201') ?? 0);
  const load = { section, what: '400 creations/s of one organization' };
  return [
    { ...load, unit: 'attempts', value: round(counted.writes / asked), limit: 1.5 },
    { ...load, unit: 'answered with 503', value: refused, limit: 0 },
    {
      section,
      what: 'sweep of 10,000 scans of 100,000 organizations',
      unit: 's',
      value: round(sweep.seconds),
      limit: 300,
    },
    ...(await limitedFigures()),
  ];
};
