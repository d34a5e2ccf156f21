import type { BodyOfResponse, ArgumentsOf } from '@scangate/client';
import { budgetMessages } from '@scangate/console/messages/billing/budgets.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';

export type Budget = BodyOfResponse<'list-budgets', 200>['items'][number];
type BudgetBody = ArgumentsOf<'set-budget'>[0]['body'];

/** The limits of a budget as the form holds them; an absent one is none. */
export interface BudgetDraft {
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
] as const satisfies (keyof BudgetDraft)[];
type LimitName = (typeof limitNames)[number];

export const draftOf = (budget: Budget | undefined): BudgetDraft => ({
  coreSoft: budget?.core?.soft,
  coreHard: budget?.core?.hard,
  sastSoft: budget?.sast?.soft,
  sastHard: budget?.sast?.hard,
});

const poolBody = (soft: number | undefined, hard: number | undefined) => ({
  ...(soft !== undefined && { soft }),
  ...(hard !== undefined && { hard }),
});

export const budgetBody = ({ coreSoft, coreHard, sastSoft, sastHard }: BudgetDraft): BudgetBody => ({
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

const isAbove = (soft: number | undefined, hard: number | undefined): boolean =>
  soft !== undefined && hard !== undefined && soft > hard;

/** Finds the limits that break a rule, here or at the service. */
export const limitErrors = (
  draft: BudgetDraft,
  problem: unknown,
): Partial<Record<LimitName, string | undefined>> => {
  const rangeError = (name: LimitName): string | undefined => {
    const limit = draft[name];
    const isInRange = limit === undefined || (limit >= 0 && limit <= mostCredits);
    return isInRange ? errorAt(problem, pointers[name]) : budgetMessages.limitInvalid;
  };
  const errors = Object.fromEntries(limitNames.map((name) => [name, rangeError(name)]));
  return {
    ...errors,
    ...(isAbove(draft.coreSoft, draft.coreHard) && { coreSoft: budgetMessages.softAbove }),
    ...(isAbove(draft.sastSoft, draft.sastHard) && { sastSoft: budgetMessages.softAbove }),
  };
};

export const hasLimit = (draft: BudgetDraft): boolean => limitNames.some((name) => draft[name] !== undefined);

/** Tells whether a client is within its budget, by the worse of both pools. */
export const stateOf = ({ core, sast, used }: Budget): 'within' | 'soft' | 'hard' => {
  const pools = [
    { ...core, used: used.core },
    { ...sast, used: used.sast },
  ];
  if (pools.some((pool) => pool.hard !== undefined && pool.used >= pool.hard)) return 'hard';
  return pools.some((pool) => pool.soft !== undefined && pool.used >= pool.soft) ? 'soft' : 'within';
};
