import { build } from 'esbuild';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundleEntry } from '#infra/bundle/bundle-functions.ts';
import type { FunctionPlan } from '@scangate/emulator-aws/template/cloud-plan';
import type { BenchService } from '../service.ts';

/** The memory of a function in its own process, in bytes. */
export interface Peak {
  /** Memory after loading the bundle. */
  loadedBytes: number;
  peakBytes: number;
  /** The memory of its sandboxes, where the system tells. */
  childrenBytes: number;
  /** Their memory and that of the function at any one time. */
  togetherBytes: number;
  /** The result of the last run. */
  result: unknown;
}

export interface Invocation {
  /** The function's name. */
  name: string;
  /** The events of a warm function, in order: each meets the garbage of the one before. */
  events: readonly unknown[];
}

/** Divides a function's memory as Lambda's runtime does: a tenth for new objects, the rest for old ones. */
const heapFlags = (memoryMb: number): string[] => {
  const newMb = Math.floor(memoryMb / 10);
  return [`--max-semi-space-size=${Math.floor(newMb / 2)}`, `--max-old-space-size=${memoryMb - newMb}`];
};

/** Writes plain JavaScript, because type stripping takes memory that no Lambda spends. @returns its path. */
export const writeScript = async (directory: string, entry: string): Promise<string> => {
  const script = join(directory, `${basename(entry, '.ts')}.mjs`);
  const options = { bundle: true, platform: 'node', format: 'esm', target: 'node24' } as const;
  await build({ ...options, entryPoints: [entry], outfile: script });
  return script;
};

/** The environment in which a function runs outside of the service's process, with its requests recorded. */
export const environmentOf = ({ cloud }: BenchService, plan: FunctionPlan): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  ...cloud.environment,
  ...plan.environment,
  AWS_LAMBDA_FUNCTION_NAME: plan.name,
  LOG_LEVEL: 'error',
});

export const planOf = ({ cloud }: BenchService, name: string): FunctionPlan => {
  const plan = cloud.plan.functions.find((fn) => fn.bundle === name);
  if (!plan) throw new Error(`no such function: ${name}`);
  return plan;
};

/**
 * Runs a function as bundled for the cloud, against the local services, with the heap of a Lambda of this size.
 * @returns undefined when it ran out of memory. @throws Error when it fails otherwise.
 */
export const peakOf = async (
  service: BenchService,
  bundles: string,
  { name, events }: Invocation,
  memoryMb: number,
): Promise<Peak | undefined> => {
  const plan = planOf(service, name);
  const eventFiles = events.map((event, index) => {
    const file = join(bundles, `event-${name}-${index}.json`);
    writeFileSync(file, JSON.stringify(event));
    return file;
  });
  const bundle = bundleEntry(name, bundles);
  const script = await writeScript(bundles, join(import.meta.dirname, 'memory-child.ts'));
  const child = fork(script, [bundle, ...eventFiles], {
    execArgv: heapFlags(memoryMb),
    // A sandbox takes its share of it.
    env: { ...environmentOf(service, plan), AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let told: Peak | undefined;
  child.on('message', (message) => (told = message as Peak));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  // V8 ends with SIGABRT when out of memory, which a shell reports as 134.
  if (signal === 'SIGABRT' || code === 134) return undefined;
  if (code !== 0 || !told) throw new Error(`${name} with ${memoryMb} MB ended with ${code ?? signal}`);
  return told;
};
