import { mkdtempSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleFunctions, bundlesIn } from '../../lib/infra/bundle.ts';
import { everyFunction } from '../../lib/infra/functions.ts';

const isTarget = process.platform === 'linux';

describe.runIf(isTarget)('the parser of source code', () => {
  test('lies beside the function that scans, runs from there, and is small', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'scangate-parser-'));
    await bundleFunctions(
      everyFunction().filter(({ name }) => name === 'scan-unit' || name === 'finish-scan'),
      directory,
    );
    const bundle = join(bundlesIn(directory), 'scan-unit');
    const require = createRequire(join(bundle, 'index.mjs'));
    expect(require.resolve('@ast-grep/napi').startsWith(bundle)).toBe(true);
    const { parse } = require('@ast-grep/napi') as typeof import('@ast-grep/napi');
    expect(parse('TypeScript', 'const a: number = 1').root().kind()).toBe('program');
    expect((require('@ast-grep/lang-go') as { libraryPath: string }).libraryPath).toContain(bundle);

    expect(await readdir(join(bundlesIn(directory), 'finish-scan'))).toEqual(['index.mjs']);
    const files = await readdir(bundle, { recursive: true });
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(bundle, file))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000_000);
  });
});
