import { build } from 'esbuild';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlesIn } from '../../lib/infra/bundle.ts';
import type { BenchService } from './service.ts';

/** Plain JavaScript, since reading TypeScript takes memory that no Lambda has to spend. */
const writeChild = async (directory: string): Promise<string> => {
  const script = join(directory, 'memory-child.mjs');
  const entry = join(import.meta.dirname, 'memory-child.ts');
  await build({ entryPoints: [entry], outfile: script, platform: 'node', format: 'esm', target: 'node24' });
  return script;
};

/** How much memory a function took in a process of its own. */
export interface Peak {
  /** After its bundle was loaded. */
  loadedBytes: number;
  peakBytes: number;
  result: unknown;
}

export interface Invocation {
  /** The function's name. */
  name: string;
  event: unknown;
  runs?: number;
}

/** Runs the function as bundled for the cloud on an event, against the local services. @throws Error when it fails. */
export const peakOf = async (
  { cloud }: BenchService,
  bundles: string,
  { name, event, runs = 1 }: Invocation,
  execArgv: string[] = [],
): Promise<Peak> => {
  const plan = cloud.plan.functions.find((fn) => fn.bundle === name);
  if (!plan) throw new Error(`no such function: ${name}`);
  const eventFile = join(cloud.data, 'tmp', `event-${name}.json`);
  writeFileSync(eventFile, JSON.stringify(event));
  const bundle = join(bundlesIn(bundles), name, 'index.mjs');
  const child = fork(await writeChild(bundles), [bundle, eventFile, String(runs)], {
    execArgv,
    env: {
      PATH: process.env['PATH'],
      ...cloud.environment,
      ...plan.environment,
      AWS_LAMBDA_FUNCTION_NAME: plan.name,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let told: Peak | undefined;
  child.on('message', (message) => (told = message as Peak));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || !told) throw new Error(`${name} ended with ${code}`);
  return told;
};
