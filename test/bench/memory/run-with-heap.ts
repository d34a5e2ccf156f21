import { build } from 'esbuild';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Peak } from './memory.ts';

const bundle = async (directory: string, entryPoint: string): Promise<string> => {
  const outfile = join(directory, `${basename(entryPoint, '.ts')}.mjs`);
  await build({
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  });
  return outfile;
};

/** Runs a handler in a process of its own. @throws Error when the heap does not suffice. */
export const runWithHeap = async (
  directory: string,
  { entry, event, heapMb }: { entry: string; event: object; heapMb: number },
): Promise<Peak> => {
  const eventFile = join(directory, 'event.json');
  writeFileSync(eventFile, JSON.stringify(event));
  const load = await bundle(directory, entry);
  const child = fork(
    await bundle(directory, join(import.meta.dirname, 'memory-child.ts')),
    [load, eventFile],
    {
      execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=2'],
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  let told: Peak | undefined;
  child.on('message', (message) => (told = message as Peak));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0 || !told) throw new Error(`${basename(entry)} ended with ${code ?? signal}`);
  return told;
};
