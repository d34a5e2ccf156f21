import type { BuildOptions } from 'esbuild';
import { join } from 'node:path';
import { packagePlugins } from './package-plugins.ts';

const folder = import.meta.dirname;
export const repository = join(folder, '..', '..', '..');

/** Optional dependencies of the CycloneDX library, which writes XML with them; the service writes JSON only. */
export const excludedModules: readonly string[] = ['xmlbuilder2', 'libxmljs2'];

/** The runtime of Lambda. */
export const cloudTarget = { platform: 'node', target: 'node24' } as const;

/** Minified code for the Lambda runtime. The same sources give the same bytes. */
const minified: BuildOptions = {
  ...cloudTarget,
  absWorkingDir: repository,
  bundle: true,
  mainFields: ['module', 'main'],
  external: [...excludedModules],
  plugins: packagePlugins,
  minify: true,
  legalComments: 'none',
  // Dependencies mean the package. Node's deprecated module of that name warns at each start.
  alias: { punycode: 'punycode/punycode.js' },
  logLevel: 'silent',
};

/** Source maps of bundles, without the sources. They take as long to write as a third of a bundle. */
export const mapped = { sourcemap: 'external', sourcesContent: false } as const satisfies BuildOptions;

/** Node loads all of undici for an `import` of `node:http`, and nothing for a `require` of it. */
export const requiresOnDemand: Pick<BuildOptions, 'supported'> = { supported: { 'dynamic-import': false } };

/** A module knows its file by other names in CommonJS. */
export const fileNames: BuildOptions = {
  define: {
    'import.meta.url': 'importMetaUrl',
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
  },
  inject: [join(folder, 'import-meta-url.ts')],
};

/** One CommonJS file for each entry. */
export const commonJs: BuildOptions = {
  ...minified,
  ...fileNames,
  ...requiresOnDemand,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
};

/** Parts that become CommonJS afterwards (`to-common-js.ts`): the bundler splits ES modules only. */
export const splitParts: BuildOptions = {
  ...minified,
  ...fileNames,
  format: 'esm',
  splitting: true,
  outExtension: { '.js': '.cjs' },
};

/** ES modules, for what awaits as it loads. */
export const esModules: BuildOptions = {
  ...minified,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // CommonJS packages use `require` and `__dirname`, which a module does not have. Minifying never makes up these names.
  banner: {
    js: [
      "import{createRequire as requireFromBundle}from'node:module';",
      'const require=requireFromBundle(import.meta.url),',
      '__dirname=import.meta.dirname,__filename=import.meta.filename;',
    ].join(''),
  },
};
