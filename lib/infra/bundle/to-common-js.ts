import { transform, type OutputFile } from 'esbuild';
import { basename } from 'node:path';
import { cloudTarget, requiresOnDemand } from './cloud-options.ts';

export interface BundleFile {
  path: string;
  contents: string | Uint8Array;
}

/** Turns a part with its source map inside into CommonJS, and a source map beside. */
export const toCommonJs = async ({ path, text }: OutputFile): Promise<BundleFile[]> => {
  const { code, map } = await transform(text, {
    ...cloudTarget,
    ...requiresOnDemand,
    format: 'cjs',
    minify: true,
    legalComments: 'none',
    sourcefile: basename(path),
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
  });
  return [
    { path, contents: code },
    { path: `${path}.map`, contents: map },
  ];
};
