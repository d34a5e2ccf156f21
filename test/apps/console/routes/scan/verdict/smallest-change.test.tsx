import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CodePlace, Explanation } from '@scangate/console/routes/scan/scan-data.ts';
import { SmallestChange } from '@scangate/console/routes/scan/verdict/smallest-change.tsx';

type Change = Explanation['smallestChange'];

const place: CodePlace = { commitHash: '', unitPaths: new Map() };
const upgrade: Change['changes'][number] = {
  projectUnitId: 'u',
  action: 'upgrade',
  packageName: 'minimist',
  version: '1.2.5',
  file: 'package-lock.json',
  upgradeTo: '1.2.6',
  breaking: true,
  via: ['mkdirp@0.5.5', 'minimist@1.2.5'],
  clears: ['GHSA-xvch-5gv4-984h'],
};

const textOf = (more: Partial<Change>): string => {
  const change: Change = {
    result: 'sufficient',
    text: '',
    changes: [],
    remains: { total: 0, findings: [] },
    ...more,
  };
  return render(<SmallestChange change={change} place={place} />).container.textContent;
};

describe('the smallest change', () => {
  test('says what to upgrade, through which direct dependency, and whether that is a breaking change', () => {
    const text = textOf({ changes: [upgrade] });
    expect(text).toContain('Upgrade minimist@1.2.5 to 1.2.6');
    expect(text).toContain('breaking');
    expect(text).toContain('through mkdirp@0.5.5, clears 1 advisory');
  });

  test('says to remove malicious packages', () => {
    const { upgradeTo: _version, ...removal } = { ...upgrade, action: 'remove' as const };
    expect(textOf({ changes: [removal] })).toContain('Remove minimist@1.2.5');
  });

  test('promises nothing when no change of dependencies is enough', () => {
    const text = textOf({ result: 'insufficient' });
    expect(text).toContain('Dependency changes alone are not enough.');
    expect(text).not.toContain('passes');
  });

  test('is absent for a PASS, and says so when it was not computed', () => {
    expect(textOf({ result: 'not_needed' })).toBe('');
    expect(textOf({ result: 'not_judged' })).toBe('The change that would pass was not computed.');
  });
});
