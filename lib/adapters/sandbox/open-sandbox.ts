import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxMemoryMb, type HeapOptions } from './sandbox-limits.ts';
import { SandboxProcess } from './sandbox-process.ts';

/** Opens a new sandbox that inherits these files and may read these paths beside its own code. */
export type OpenSandbox = (
  descriptors: readonly number[],
  readable?: readonly string[],
  heap?: HeapOptions,
) => SandboxProcess;

/** Packages that are not bundled: a folder next to the code, or a link to one. */
const packagesBeside = (folder: string): string[] => {
  const packages = join(folder, 'node_modules');
  return existsSync(packages) ? [packages, realpathSync(packages)] : [];
};

/**
 * Finds the code of a sandbox next to a bundle, or among the sources if nothing is bundled.
 * @param from the URL of the running module.
 * @param source of the sandbox, relative to the root of the sources.
 */
export const sandboxBeside = (
  from: string,
  { name, source }: { name: string; source: string },
): OpenSandbox => {
  const folder = dirname(fileURLToPath(from));
  const bundled = join(folder, `${name}.sandbox.mjs`);
  const root = join(import.meta.dirname, '..', '..', '..');
  const isBundled = existsSync(bundled);
  const entry = isBundled ? bundled : join(root, source);
  const code = isBundled ? [folder, ...packagesBeside(folder)] : [root];
  return (descriptors, readable = [], heap = {}) =>
    new SandboxProcess({
      entry,
      readable: [...code, ...readable],
      descriptors,
      memoryMb: sandboxMemoryMb(),
      heap,
    });
};
