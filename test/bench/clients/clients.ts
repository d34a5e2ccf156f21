import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../figures.ts';
import { mcpFigures } from './mcp-answers.ts';
import { packCommandLine } from './packed-cli.ts';
import { peakMemoryFigures } from './peak-memory.ts';
import { scanRequestFigures } from './scan-requests.ts';
import { sizeFigures } from './sizes.ts';
import { startFigures } from './starts.ts';

/** Measures the clients: their sizes, requests and answers, the memory for large files, and how long they take to start. */
export const measureClients = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-bench-'));
  try {
    const cli = await packCommandLine(folder);
    return [
      ...(await sizeFigures(cli)),
      ...(await scanRequestFigures()),
      ...(await mcpFigures()),
      ...(await peakMemoryFigures(cli.launcher)),
      ...startFigures(cli.launcher),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
