import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import { inputsOf, storeBuild } from '../build-folder.ts';
import { currentBuild } from '../current-build.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
const workspace = 'lib/apps/console';
const filesName = 'files';
const entry = join(filesName, 'index.html');

/** Read by the build itself, and imported by no module. */
const ownInputs = ['index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'];

/** The path of a module in the repository; undefined for what a plugin makes, and for packages. */
const sourceOf = (moduleId: string): string | undefined => {
  const [file = ''] = moduleId.split('?');
  const path = relative(root, file).split(sep).join('/');
  const isSource = !file.startsWith('\0') && !path.startsWith('..') && !path.includes('node_modules/');
  return isSource ? path : undefined;
};

/** Runs a production build, whatever the environment of this process is. */
const inProduction = async <T>(run: () => Promise<T>): Promise<T> => {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await run();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
};

/** Builds the console to a folder. @returns its sources, relative to the repository. @throws StartFailure */
const bundleConsole = async (outDir: string): Promise<string[]> => {
  // Loading it takes half a second, which a start with a current build saves.
  const { build } = await import('vite');
  const sources = new Set(ownInputs.map((name) => `${workspace}/${name}`));
  const collect = {
    name: 'collect-sources',
    moduleParsed: ({ id }: { id: string }) => {
      const source = sourceOf(id);
      if (source !== undefined) sources.add(source);
    },
  };
  try {
    await inProduction(() =>
      build({
        root: join(root, workspace),
        configFile: join(root, workspace, 'vite.config.ts'),
        logLevel: 'silent',
        plugins: [collect],
        build: { outDir, emptyOutDir: true },
      }),
    );
  } catch (error) {
    const reason = stripVTControlCharacters(String((error as Error).message)).slice(0, 2_000);
    throw new StartFailure(`The console does not build: ${reason}`);
  }
  return [...sources];
};

const buildConsole = async (folder: string): Promise<string> => {
  const startedAt = Date.now();
  const work = mkdtempSync(join(tmpdir(), 'scangate-console-'));
  try {
    const sources = await bundleConsole(work);
    return await storeBuild(folder, {
      startedAt,
      inputs: inputsOf(root, sources),
      entry,
      write: (directory) => cpSync(work, join(directory, filesName), { recursive: true }),
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/**
 * Returns the folder with the files of the console, which is built only when a source has changed since the last time.
 * @param folder of the builds.  @throws StartFailure when it does not build.
 */
export const consoleBuild = async (folder = join(root, 'build/console')): Promise<string> =>
  dirname(currentBuild(root, folder) ?? (await buildConsole(folder)));
