import * as z from 'zod';
import { count, eventSpec, instant, sample, text } from '../event-spec.ts';

export const creditsEvents = {
  'credits.low': eventSpec({
    text: 'A credit pool is low or empty. Sent once per pool and period, when a scan ends.',
    schema: z.object({
      pool: z.enum(['core', 'sast']),
      state: z.enum(['low', 'empty']),
      available: z.int(),
      included: count,
      periodEndsAt: instant,
      link: text,
    }),
    example: {
      pool: 'core',
      state: 'low',
      available: 90,
      included: 500,
      periodEndsAt: sample.later,
      link: '/billing/status',
    },
  }),
};
