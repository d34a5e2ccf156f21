import type { ResponseContext } from '../response.ts';

/** Counts a refusal; the code for it is loaded with the first one. */
export const countAnswered = async ({ refused, requestId }: ResponseContext): Promise<void> => {
  if (refused === undefined) return;
  const { countRefusal } = await import('./count-refusal.ts');
  countRefusal(refused, { requestId });
};
