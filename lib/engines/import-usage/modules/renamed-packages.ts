import type { SourceFiles } from '@scangate/engines/model/source-files';
import { namesInAddresses } from '../addressed-names.ts';
import { manifestTexts } from '../manifest-text.ts';

/** `serde = { package = "serde-fork", … }`, and the same as a table. */
const renamedCrate = /\bpackage["']?\s{0,20}=\s{0,20}["']{1,3}([\w-]{1,100})["']/g;
/** `replace a => b v1.2.3`, where code imports `a` and builds `b`. */
const replacement = /=>[ \t]{0,80}["`]?([^\s"`]{1,300})/g;

const matchesOf =
  (pattern: RegExp) =>
  (text: string): string[] =>
    [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The files in which packages get other names, each with how these are found. */
const finders = new Map<string, (text: string) => Iterable<string>>([
  ['Cargo.toml', matchesOf(renamedCrate)],
  ['go.mod', matchesOf(replacement)],
  ['go.work', matchesOf(replacement)],
  ...[
    'package.json',
    'deno.json',
    'deno.jsonc',
    'import_map.json',
    'pnpm-workspace.yaml',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
  ].map((name) => [name, (text: string) => namesInAddresses(text, 'all')] as const),
]);
const names = new Set(finders.keys());

/** Lists the packages that a manifest renames; code imports them by the new name. */
export const renamedPackages = (files: SourceFiles): ReadonlySet<string> => {
  const renamed = new Set<string>();
  for (const { name, text } of manifestTexts(files, names))
    for (const each of finders.get(name)?.(text) ?? []) renamed.add(each);
  return renamed;
};
