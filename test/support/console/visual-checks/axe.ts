import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/**
 * Runs axe on the page, or on the part of it that a selector names. The debugger brings it in, whom the policy of the page does not bind.
 * @returns each violation with the first elements that have it.
 */
export const axeViolations = async (page: Page, part = 'html'): Promise<string[]> => {
  await page.evaluate(`if (!globalThis.axe) { ${axe.source} }`);
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'] })`,
  )) as AxeResult;
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
  );
};
