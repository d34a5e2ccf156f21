import { baseNameOf } from '@scangate/engines/units/paths';
import { packageOfUrl } from './remote-modules.ts';
import type { ManifestInput } from '../lock-manifests/manifest-reader.ts';

const extensions = ['*.ts', '*.tsx', '*.mts', '*.js', '*.jsx', '*.mjs'];
const [maxFiles, maxLength] = [2_000, 32 * 1024 * 1024];

/** An import of a module of a registry or by its address, in any of the forms of code. */
const imported =
  /(?:\bfrom|\bimport|\brequire)\s{0,20}\(?\s{0,20}["'`]((?:npm:|jsr:|https?:\/\/)[^"'`\s\\]{1,2000})["'`]/g;

/** A line of which the import is a comment. */
const commented = /^\s{0,200}(?:\/\/|\*|\/\*)/;

const isInComment = (text: string, at: number): boolean =>
  commented.test(text.slice(text.lastIndexOf('\n', at) + 1, at));

/** The imports of code that use no import map. */
export interface CodeImports {
  /** As `npm:name@range` or `jsr:name@range`. */
  specifiers: string[];
  /** Packages by the name that the lockfile gives a module of an address. */
  modules: string[];
  /** Files that are not looked through. */
  left: string[];
}

/** Reads the packages and modules that code of Deno imports without an import map. Modules of other origins are checked by name. */
export const importsOfCode = ({ findNearby, readText }: ManifestInput): CodeImports => {
  const [specifiers, modules] = [new Set<string>(), new Set<string>()];
  const files = extensions.flatMap((extension) => findNearby(extension));
  const left = files.slice(maxFiles);
  let length = 0;
  for (const path of files.slice(0, maxFiles)) {
    if (baseNameOf(path).endsWith('.d.ts')) continue;
    const text = length > maxLength ? undefined : readText(path);
    if (text === undefined) {
      left.push(path);
      continue;
    }
    length += text.length;
    for (const { 1: stated = '', index } of text.matchAll(imported)) {
      if (isInComment(text, index)) continue;
      if (stated.startsWith('http')) modules.add(packageOfUrl(stated).name);
      else specifiers.add(stated);
    }
  }
  return { specifiers: [...specifiers], modules: [...modules], left };
};
