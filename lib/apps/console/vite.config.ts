import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The running service that the development server asks. */
const service = process.env['SCANGATE_URL'] ?? 'http://127.0.0.1:4010';

const servicePaths = ['/v1', '/billing', '/webhooks', '/docs', '/.well-known', '/scim', '/badges', '/_local'];

/** The service takes a change only from a page of its own origin, so the request says it comes from there. */
const proxied = { target: service, changeOrigin: true, headers: { Origin: service } };

const inThisFolder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Asks for the fonts beside the styles, so that no text moves when they come. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `/console/${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
          },
          injectTo: 'head' as const,
        })),
  },
};

/** The frame and the first page come in one file, so that a cold visit needs few requests. */
const groups = [
  {
    name: 'index',
    test: /\/console\/src\/(?:main|app|frame\/(?!palette|keys\/key-list|sign-in-prompt)|parts\/(?:actions|layout|status|text)\/|routes\/overview\/(?!trend|credit))/,
  },
];

export default defineConfig({
  root: inThisFolder('.'),
  base: '/console/',
  plugins: [react(), preloadFonts],
  resolve: {
    // The verification of a ledger hashes, and a browser has no synchronous hash of its own.
    alias: { 'node:crypto': inThisFolder('src/routes/billing/verification/node-crypto.ts') },
  },
  build: {
    target: 'es2023',
    // The policy of the page takes no data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  worker: { format: 'es' },
  server: { proxy: Object.fromEntries(servicePaths.map((path) => [path, proxied])) },
  preview: { proxy: Object.fromEntries(servicePaths.map((path) => [path, proxied])) },
});
