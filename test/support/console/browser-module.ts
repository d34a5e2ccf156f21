import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

const consoleFolder = new URL('../../../lib/apps/console/', import.meta.url).pathname;

/** A module of the console as the build makes it for a browser, in one file. */
export interface BrowserModule {
  file: string;
  remove: () => void;
}

/** Builds a module of the console by its own configuration, so that what runs in a browser can run in a test. */
export const buildBrowserModule = async (source: string): Promise<BrowserModule> => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-browser-module-'));
  await build({
    configFile: join(consoleFolder, 'vite.config.ts'),
    logLevel: 'error',
    build: {
      outDir: folder,
      copyPublicDir: false,
      minify: false,
      lib: { entry: join(consoleFolder, 'src', source), formats: ['es'], fileName: 'module' },
    },
  });
  return { file: join(folder, 'module.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
};
