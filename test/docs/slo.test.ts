import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { budgetOf, budgetSeconds, burnRates, objectives, spentAt } from '#infra/objectives/objectives.ts';

const page = readFileSync('docs/slo.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

const percent = (share: number): string => `${Number((share * 100).toFixed(4))}%`;
const minutes = (seconds: number): string => `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;

test('the page has every objective with its budget and its period', () => {
  for (const one of objectives)
    expect(rows).toContainEqual([
      one.plan,
      percent(one.answered),
      percent(budgetOf(one)),
      minutes(budgetSeconds(one)),
    ]);
});

test('the page has every alarm of a budget with its window, its rate and what is spent by then', () => {
  for (const { plan } of objectives)
    for (const rate of burnRates) {
      const hours = rate.hours * rate.windows;
      const window = hours < 24 ? `${hours} h` : `${hours / 24} d`;
      expect(rows.map((row) => row.slice(0, 4))).toContainEqual([
        `${plan.toLowerCase()}-budget-${rate.name}`,
        window,
        String(rate.atLeast),
        percent(spentAt(rate)),
      ]);
    }
});

test('the availability that the page states for one region is the product of the named commitments', () => {
  const committed = rows.flatMap(([name = '', share = '']) =>
    ['API Gateway', 'Lambda', 'DynamoDB'].includes(name) ? [Number(share.replace('%', '')) / 100] : [],
  );
  expect(committed).toHaveLength(3);
  const all = committed.reduce((product, share) => product * share, 1);
  expect(page).toContain(`${(all * 100).toFixed(2)}% of requests`);
});
