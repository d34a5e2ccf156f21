import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { columnsOf } from '@scangate/cli/output/fit-cell';
import { runInTerminal } from '#test/support/cli/run-in-terminal.ts';
import { canary, failed, json, scanId, scriptedService } from '#test/support/cli/scripted-service.ts';
import { served } from '#test/support/cli/served.ts';
import { shownFindings } from '#test/support/cli/shown-findings.ts';

const home = mkdtempSync(join(tmpdir(), 'scangate-terminal-'));
afterAll(() => rmSync(home, { recursive: true }));

const wide = { projectUnitId: 'u9', path: 'アプリ/\u{1f600}', type: 'npm', status: 'completed' } as const;
const hostile = {
  projectUnitId: 'u8',
  path: 'a\u001b[2J\u202e\r\n',
  type: 'npm',
  status: 'completed',
} as const;
const verdict = { ...failed, projectUnits: [...failed.projectUnits, wide, hostile] };

/** Waits for a scan in a pseudo-terminal. The duration is not compared. */
const shown = async (columns: number, environment: Record<string, string> = {}) => {
  const url = await served(scriptedService({ verdict, findings: shownFindings }));
  const { exitCode, screen } = await runInTerminal(
    [process.execPath, 'bin/scangate.mjs', 'wait', scanId, '--url', url],
    { columns, environment: { HOME: home, SCANGATE_TOKEN: canary, ...environment } },
  );
  expect(screen).not.toContain(canary);
  const frames = screen.split('\r␛[K').filter((frame) => !/^… \d+ of/.test(frame));
  return { exitCode, screen: frames.join('\r␛[K').replaceAll(/, \d+ s\)/g, ', 0 s)') };
};

/** The codes that color a text, and that clear the line before it is redrawn. */
const colors = /␛\[\d+m/g;
const clears = /\r?␛\[K/g;

describe('in a pseudo-terminal', () => {
  test.each([60, 80, 120])('of %d columns a result fits, with colors and progress', async (columns) => {
    const { exitCode, screen } = await shown(columns);
    expect([exitCode, screen]).toEqual([1, expect.stringMatching(clears)]);
    expect(screen).toMatch(colors);
    const plain = screen.replaceAll(colors, '');
    const lines = plain.split('\n').flatMap((line) => line.split(clears));
    expect(lines.filter((line) => columnsOf(line) > columns)).toEqual([]);
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(plain.replaceAll(clears, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e␛]/);
    await expect(screen).toMatchFileSnapshot(`golden/terminal-${columns}.txt`);
  });

  test.each<Record<string, string>>([{ NO_COLOR: '1' }, { TERM: 'dumb' }])(
    '%j removes the colors, and nothing else',
    async (variables) => {
      const { exitCode, screen } = await shown(80, variables);
      expect([exitCode, screen]).toEqual([1, (await shown(80)).screen.replaceAll(colors, '')]);
    },
  );

  test('a refusal is printed below the progress, at any width', async () => {
    const answers = { [`GET /v1/scans/${scanId}/wait`]: () => json({ code: 'not_found', status: 404 }, 404) };
    const url = await served(scriptedService({ answers }));
    const { exitCode, screen } = await runInTerminal(
      [process.execPath, 'bin/scangate.mjs', 'wait', scanId, '--url', url],
      { columns: 60, environment: { HOME: home, SCANGATE_TOKEN: canary } },
    );
    expect([exitCode, screen]).toEqual([6, expect.stringContaining('not_found')]);
  });
});
