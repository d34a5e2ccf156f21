import { transform, type OutputFile, type TransformOptions } from 'esbuild';
import { basename } from 'node:path';
import { cloudTarget, requiresOnDemand } from './cloud-options.ts';

export interface BundleFile {
  path: string;
  contents: string | Uint8Array;
}

/** Turns the text of a part into CommonJS for the runtime of Lambda: the bundler splits ES modules only. */
export const asCommonJs = (text: string, options: TransformOptions = {}) =>
  transform(text, { ...cloudTarget, ...requiresOnDemand, ...options, format: 'cjs', logLevel: 'silent' });

/** Turns a part with its source map inside into minified CommonJS, and a source map beside. */
export const toCommonJs = async ({ path, text }: OutputFile): Promise<BundleFile[]> => {
  const { code, map } = await asCommonJs(text, {
    minify: true,
    legalComments: 'none',
    sourcefile: basename(path),
    sourcemap: 'external',
    sourcesContent: false,
  });
  return [
    { path, contents: code },
    { path: `${path}.map`, contents: map },
  ];
};
