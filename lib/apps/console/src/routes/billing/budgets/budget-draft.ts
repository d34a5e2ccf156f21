import type { BodyOfResponse, ArgumentsOf } from '@scangate/client';
import { budgetMessages } from '@scangate/console/messages/billing/budgets.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';

export type Budget = BodyOfResponse<'list-budgets', 200>['items'][number];
type BudgetBody = ArgumentsOf<'set-budget'>[0]['body'];

/** The limits of a budget as the form holds them; an absent one is none. */
export interface Limits {
  coreSoft?: number | undefined;
  coreHard?: number | undefined;
  sastSoft?: number | undefined;
  sastHard?: number | undefined;
}

export const limitNames = [
  'coreSoft',
  'coreHard',
  'sastSoft',
  'sastHard',
] as const satisfies (keyof Limits)[];
type LimitName = (typeof limitNames)[number];

export const limitsOf = (budget: Budget | undefined): Limits => ({
  coreSoft: budget?.core?.soft,
  coreHard: budget?.core?.hard,
  sastSoft: budget?.sast?.soft,
  sastHard: budget?.sast?.hard,
});

/** A budget as the form holds it. */
export interface BudgetDraft {
  organizationId: string;
  limits: Limits;
}

const poolBody = (soft: number | undefined, hard: number | undefined) => ({
  ...(soft !== undefined && { soft }),
  ...(hard !== undefined && { hard }),
});

export const budgetBody = ({ coreSoft, coreHard, sastSoft, sastHard }: Limits): BudgetBody => ({
  core: poolBody(coreSoft, coreHard),
  sast: poolBody(sastSoft, sastHard),
});

const pointers: Record<LimitName, string> = {
  coreSoft: '/core/soft',
  coreHard: '/core/hard',
  sastSoft: '/sast/soft',
  sastHard: '/sast/hard',
};

const mostCredits = 1_000_000_000;

const isOutOfRange = (limit: number | undefined): boolean =>
  limit !== undefined && (limit < 0 || limit > mostCredits);

const isAbove = (soft: number | undefined, hard: number | undefined): boolean =>
  soft !== undefined && hard !== undefined && soft > hard;

/** Finds what a budget cannot be sent with. */
export const errorsIn = ({ organizationId, limits }: BudgetDraft) => ({
  organizationId: organizationId === '',
  none: limitNames.every((name) => limits[name] === undefined),
  coreSoft: isOutOfRange(limits.coreSoft),
  coreHard: isOutOfRange(limits.coreHard),
  sastSoft: isOutOfRange(limits.sastSoft),
  sastHard: isOutOfRange(limits.sastHard),
  coreAbove: isAbove(limits.coreSoft, limits.coreHard),
  sastAbove: isAbove(limits.sastSoft, limits.sastHard),
});

export type BudgetErrors = ReturnType<typeof errorsIn>;

/** Says what is wrong with a limit, by its rules or by the service. */
export const limitError = (
  name: LimitName,
  errors: Partial<BudgetErrors>,
  problem: unknown,
): string | undefined => {
  if (errors[name] === true) return budgetMessages.limitInvalid;
  if (name === 'coreSoft' && errors.none === true) return budgetMessages.limitMissing;
  const isSoftAbove = { coreSoft: errors.coreAbove, sastSoft: errors.sastAbove };
  if (name in isSoftAbove && isSoftAbove[name as keyof typeof isSoftAbove] === true)
    return budgetMessages.softAbove;
  return errorAt(problem, pointers[name]);
};

/** Tells whether a client is within its budget, by the worse of both pools. */
export const stateOf = ({ core, sast, used }: Budget): 'within' | 'soft' | 'hard' => {
  const pools = [
    { ...core, used: used.core },
    { ...sast, used: used.sast },
  ];
  if (pools.some((pool) => pool.hard !== undefined && pool.used >= pool.hard)) return 'hard';
  return pools.some((pool) => pool.soft !== undefined && pool.used > 0 && pool.used >= pool.soft)
    ? 'soft'
    : 'within';
};
