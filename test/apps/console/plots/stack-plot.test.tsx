import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StackPlot } from '@scangate/console/plots/stack-plot.tsx';

test('layers have their names at the end, and their numbers in a table', () => {
  const { container } = render(
    <StackPlot
      title="Open findings"
      unit="findings"
      days={[
        { day: '2026-03-01', counts: { critical: 2, high: 3 } },
        { day: '2026-03-02', counts: { critical: 1, high: 0 } },
      ]}
      layers={[
        { id: 'critical', name: 'Critical', tone: 'critical' },
        { id: 'high', name: 'High', tone: 'high' },
      ]}
    />,
  );
  const texts = [...container.querySelectorAll('svg text')].map((text) => text.textContent);
  expect(texts).toContain('Critical');
  expect(texts).not.toContain('High');
  expect(screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)).toEqual(
    ['Day', 'Critical', 'High'],
  );
});
