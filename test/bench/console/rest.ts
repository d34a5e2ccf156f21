import { settle, type Visit } from '#test/support/console/visit.ts';

/** Longer than a page waits after its first content before it requests secondary content. */
const silenceMs = 700;

/** Waits until a page has requested everything that it loads without interaction, and has shown it. */
export const rest = async (visit: Visit): Promise<void> => {
  await settle(visit);
  for (let before = -1; before !== visit.requests.length;) {
    before = visit.requests.length;
    await visit.page.waitForTimeout(silenceMs);
    await settle(visit);
  }
};
