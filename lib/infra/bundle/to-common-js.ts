import { transform, type OutputFile, type TransformOptions } from 'esbuild';
import { basename } from 'node:path';
import { cloudTarget, mapped, requiresOnDemand } from './cloud-options.ts';

export interface BundleFile {
  path: string;
  contents: string | Uint8Array;
}

/** Turns the text of a part into CommonJS for the runtime of Lambda: the bundler splits ES modules only. */
export const asCommonJs = (text: string, options: TransformOptions = {}) =>
  transform(text, { ...cloudTarget, ...requiresOnDemand, ...options, format: 'cjs', logLevel: 'silent' });

/** The exports at the end of a part, before its source map. */
const exportList = /;export ?\{([^}]*)\};(?=\s*(?:\/\/# sourceMappingURL=|$))/;

/** `first as second` is `get second(){return first}`. */
const asGetter = (exported: string): string => {
  const [name = '', alias = name] = exported.trim().split(' as ');
  return `get ${alias}(){return ${name}}`;
};

/**
 * Writes the exports of a part as one object with getters. The bundler would write its functions for it into each part,
 * half a kilobyte that a start loads. It comes last, so that the source map stays right.
 */
const withPlainExports = (text: string): string =>
  text.replace(
    exportList,
    (_, list: string) => `;module.exports={${list.split(',').map(asGetter).join(',')}};`,
  );

/** Turns a part into minified CommonJS, and its source map, if it has one inside, into one beside it. */
export const toCommonJs = async ({ path, text }: OutputFile, sourceMaps: boolean): Promise<BundleFile[]> => {
  const isPart = basename(path).startsWith('part-');
  const { code, map } = await asCommonJs(isPart ? withPlainExports(text) : text, {
    minify: true,
    legalComments: 'none',
    sourcefile: basename(path),
    ...(sourceMaps && mapped),
  });
  const sourceMap = { path: `${path}.map`, contents: map };
  return [{ path, contents: code }, ...(sourceMaps ? [sourceMap] : [])];
};
