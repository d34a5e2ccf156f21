import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { BrowserContext } from 'playwright-core';

const workspace = join(import.meta.dirname, '../../../lib/apps/console');

/** The console with its gallery, which no deployment has. */
export interface GalleryFiles {
  /** Answers requests of a window for files of the console with those of this build. */
  serveIn: (context: BrowserContext) => Promise<void>;
  remove: () => void;
}

/** Builds the console as `npm run dev` shows it, where a page holds every part in every state. */
export const buildGallery = async (): Promise<GalleryFiles> => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-gallery-'));
  await build({
    root: workspace,
    configFile: join(workspace, 'vite.config.ts'),
    mode: 'gallery',
    logLevel: 'error',
    build: { outDir: folder, minify: false },
  });
  const serveIn = async (context: BrowserContext): Promise<void> => {
    await context.route(/\/console\//, async (route) => {
      const path = new URL(route.request().url()).pathname.replace('/console/', '');
      await route.fulfill({ path: join(folder, path.includes('.') ? path : 'index.html') });
    });
  };
  return { serveIn, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
