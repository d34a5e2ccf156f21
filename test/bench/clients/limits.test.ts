import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overLimit, type Figure } from '../figures.ts';
import { mcpFigures } from './mcp-answers.ts';
import { packCommandLine, type PackedCli } from './packed-cli.ts';
import { peakMemoryFigures } from './peak-memory.ts';
import { scanRequestFigures } from './scan-requests.ts';
import { sizeFigures } from './sizes.ts';

/** Checks what `npm run bench` counts of the clients; times are checked by the bench only. */
const folder = mkdtempSync(join(tmpdir(), 'scangate-clients-'));
let cli: PackedCli;
beforeAll(async () => void (cli = await packCommandLine(folder)));
afterAll(() => rmSync(folder, { recursive: true }));

/** Counts the figures that have a limit, and names those that are over it. */
const judged = (figures: readonly Figure[]) => ({
  limits: figures.filter(({ limit }) => limit !== undefined).length,
  over: overLimit(figures),
});

test('each download is within its size limit', async () => {
  expect(judged(await sizeFigures(cli))).toEqual({ limits: 6, over: [] });
});

test('a scan of a commit takes four requests, and an option those that it adds', async () => {
  expect(judged(await scanRequestFigures())).toEqual({ limits: 6, over: [] });
});

test('the tools of assistants are listed in 24 KB, and each answers in 32 KB', async () => {
  expect(judged(await mcpFigures())).toEqual({ limits: 10, over: [] });
});

test('a lockfile or an SBOM of 10 MB takes at most 160 MB of memory', async () => {
  expect(judged(await peakMemoryFigures(cli.launcher))).toEqual({ limits: 7, over: [] });
});
