import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { DependencyPlot } from '@scangate/console/plots/dependency-graph/dependency-plot.tsx';
import { pathGraph } from '@scangate/console/plots/dependency-graph/path-graph.ts';

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'left\u202Egnp.exe',
  'zero\u200Bwidth',
  'emoji 🧨 name',
  `@scope/${'long'.repeat(1_000)}`,
  '%E0%A4%A',
];

describe('the rendered graph of packages', () => {
  test('names each package, and has the same content as a nested list', () => {
    render(<DependencyPlot graph={pathGraph(['a@1', 'b@2', 'c@3'], 'pkg:npm/c@3')} target="pkg:npm/c@3" />);
    expect(
      screen.getByRole('img', { name: 'A graph of 3 packages. The list below it says the same.' }),
    ).toBeTruthy();
    const items = screen.getAllByRole('listitem', { hidden: true }).map((item) => item.textContent);
    expect(items.map((text) => text.slice(0, 3))).toEqual(['a@1', 'b@2', 'c@3']);
  });

  test.each(hostile)('shows the name %s as text', (name) => {
    const { container } = render(
      <DependencyPlot graph={pathGraph([name, 'b@1'], 'pkg:npm/b@1')} target="pkg:npm/b@1" />,
    );
    expect(container.querySelector('img, script')).toBeNull();
    expect(container.textContent).not.toMatch(/[\u202E\u200B]/);
  });

  test('says that no path is known when there is none', () => {
    render(<DependencyPlot graph={pathGraph([], 'pkg:npm/a@1')} target="pkg:npm/a@1" />);
    expect(screen.getByText(/No path to this package is known/)).toBeTruthy();
  });

  test('says when packages are left out', () => {
    const nodes = Array.from({ length: 260 }, (_none, index) => ({
      purl: `pkg:npm/p${index}@1`,
      direct: true,
      scope: 'required',
      findings: 0,
    }));
    render(<DependencyPlot graph={{ nodes, edges: [], truncated: false }} target="pkg:npm/p1@1" />);
    expect(screen.getByText('Only the first 200 packages are shown.')).toBeTruthy();
  });
});
