import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The files that the reference page loads. The license file lists the packages in the script. */
export const docsFiles = {
  'redoc.js': 'redoc.standalone.js',
  'redoc-licenses.txt': 'redoc.standalone.js.LICENSE.txt',
} as const;

/** The logo of Redoc's vendor, which the script would load from another origin. */
const foreignLogo = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const noLogo = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** Reads a file of Redoc, changed so that it loads nothing from other origins. */
export const readDocsFile = (file: keyof typeof docsFiles): string => {
  const folder = dirname(createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js'));
  return readFileSync(join(folder, docsFiles[file]), 'utf8').replaceAll(foreignLogo, noLogo);
};
