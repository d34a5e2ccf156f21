import { describe, expect, test } from 'vitest';
import { fitCell, columnsOf } from '@scangate/cli/output/fit-cell';
import { runMain } from '#test/support/cli/run-main.ts';
import { canary, failed, scanId, scriptedService } from '#test/support/cli/scripted-service.ts';
import { shownFindings } from '#test/support/cli/shown-findings.ts';

const shown = async (columns: number | undefined, args: string[] = [], variables: object = {}) => {
  const { fetch } = scriptedService({ verdict: failed, findings: shownFindings });
  const environment = { SCANGATE_URL: 'https://scangate.example', SCANGATE_TOKEN: canary, ...variables };
  const ran = await runMain(['wait', scanId, '--quiet', ...args], { fetch, environment, columns });
  expect([ran.exitCode, ran.log]).toEqual([1, '']);
  return ran.out;
};

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const colors = /\u001b\[\d+m/g;

describe('the result at the width of a terminal', () => {
  test.each([60, 80, 120])('%d columns', async (columns) => {
    const out = await shown(columns, ['--color', 'never']);
    expect(out.split('\n').filter((line) => columnsOf(line) > columns)).toEqual([]);
    await expect(out).toMatchFileSnapshot(`golden/wait-${columns}.txt`);
  });

  test('without a terminal nothing is shortened', async () => {
    await expect(await shown(undefined)).toMatchFileSnapshot('golden/wait-no-terminal.txt');
  });

  test('colors are used on a terminal, and not with NO_COLOR, a dumb one or --color never', async () => {
    expect(await shown(120)).toMatch(colors);
    expect((await shown(120)).replace(colors, '')).toBe(await shown(120, ['--color', 'never']));
    for (const plain of [
      shown(undefined),
      shown(120, [], { NO_COLOR: '1' }),
      shown(120, [], { TERM: 'dumb' }),
    ])
      expect(await plain).not.toMatch(colors);
    expect(await shown(undefined, ['--color', 'always'])).toMatch(colors);
  });

  test('no path of a repository controls the terminal', async () => {
    for (const columns of [60, undefined]) {
      const out = await shown(columns);
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      expect(out.replace(colors, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  test('a deprecated package has one row', async () => {
    expect((await shown(undefined)).match(/request is deprecated/g)).toHaveLength(1);
  });
});

test('a cell keeps whole characters, at its start or its end', () => {
  expect(fitCell('abcdef', 4)).toBe('abc…');
  expect(fitCell('abcdef', 4, 'end')).toBe('…def');
  expect(fitCell('日本語', 4)).toBe('日…');
  expect(fitCell('日本語', 6)).toBe('日本語');
  expect(columnsOf(fitCell('👩‍👩‍👧日本', 3, 'end'))).toBeLessThanOrEqual(3);
  expect(fitCell('abc', 0)).toBe('');
});
