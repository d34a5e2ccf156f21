import { basename, join } from 'node:path';
import { build, type Rolldown } from 'vite';

const root = join(import.meta.dirname, '../../../lib/apps/console');

/** Builds the console without writing it. @returns which modules each script consists of, by the script's name. */
export const modulesByFile = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const built = (await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  return new Map(
    built.output.flatMap((file) =>
      file.type === 'chunk' ? [[basename(file.fileName), file.moduleIds]] : [],
    ),
  );
};
