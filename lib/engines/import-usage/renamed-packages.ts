import type { SourceFiles } from '../model/source-files.ts';
import { manifestTexts } from './manifest-text.ts';

/** `serde = { package = "serde-fork", … }`, and the same as a table. */
const renamedCrate = /\bpackage\s{0,20}=\s{0,20}["']([\w-]{1,100})["']/g;
/** `"lodash4": "npm:lodash@4"` */
const aliasOfNpm = /"npm:((?:@[\w.~-]{1,100}\/)?[\w.~-]{1,200})@/g;

const patterns: ReadonlyMap<string, RegExp> = new Map([
  ['Cargo.toml', renamedCrate],
  ['package.json', aliasOfNpm],
]);
const names = new Set(patterns.keys());

/** Lists the packages that a manifest renames; code imports them by the new name. */
export const renamedPackages = (files: SourceFiles): ReadonlySet<string> => {
  const renamed = new Set<string>();
  for (const { name, text } of manifestTexts(files, names))
    for (const [, each = ''] of text.matchAll(patterns.get(name) ?? aliasOfNpm)) renamed.add(each);
  return renamed;
};
