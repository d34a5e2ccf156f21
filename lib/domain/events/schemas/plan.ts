import * as z from 'zod';
import { planNames } from '@scangate/domain/plans/plan-names';
import { count, eventSpec, text } from '../event-spec.ts';

const plan = z.enum(planNames);
const interval = z.enum(['month', 'year']);

export const planEvents = {
  'plan.changed': eventSpec({
    text: 'The plan, its interval or its licenses changed, or a plan started or ended.',
    schema: z.object({
      plan,
      previousPlan: plan,
      interval: interval.optional(),
      licenses: count.optional(),
      link: text,
    }),
    example: {
      plan: 'Team',
      previousPlan: 'Starter',
      interval: 'month',
      licenses: 5,
      link: '/billing/status',
    },
  }),
};
