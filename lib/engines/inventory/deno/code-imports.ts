import { baseNameOf } from '@scangate/engines/units/paths';
import type { ManifestInput } from '../lock-manifests/manifest-reader.ts';

const extensions = ['*.ts', '*.tsx', '*.mts', '*.js', '*.jsx', '*.mjs'];
const [maxFiles, maxLength] = [2_000, 32 * 1024 * 1024];

/** An import of a module of a registry or by its address, in any of the forms of code. */
const imported =
  /(?:\bfrom|\bimport|\brequire)\s{0,20}\(?\s{0,20}["'`]((?:npm:|jsr:|https?:\/\/)[^"'`\s\\]{1,2000})["'`]/g;

/** A line of which the import is a comment. */
const commented = /^\s{0,200}(?:\/\/|\*|\/\*)/;

/** Reads the imports of a text that are no comments, in time that is linear in it. */
function* importsIn(text: string): Generator<string> {
  let [lineStart, nextLine] = [0, text.indexOf('\n') + 1];
  for (const { 1: stated = '', index } of text.matchAll(imported)) {
    while (nextLine > 0 && nextLine <= index)
      [lineStart, nextLine] = [nextLine, text.indexOf('\n', nextLine) + 1];
    if (!commented.test(text.slice(lineStart, index))) yield stated;
  }
}

/** The imports of code that use no import map. */
export interface CodeImports {
  /** As `npm:name@range` or `jsr:name@range`. */
  specifiers: string[];
  /** The addresses of modules. */
  modules: string[];
  /** Files that are not looked through. */
  left: string[];
}

/** Reads the packages and modules that code of Deno imports without an import map. */
export const importsOfCode = ({ findNearby, readText }: ManifestInput): CodeImports => {
  const [specifiers, modules] = [new Set<string>(), new Set<string>()];
  const found = extensions.map((extension) => ({ extension, paths: findNearby(extension) }));
  const files = found.flatMap(({ paths }) => paths);
  const left = files.slice(maxFiles);
  // What is found ends at the same number for each extension.
  for (const { extension, paths } of found) if (paths.length >= maxFiles) left.push(`further ${extension}`);
  let length = 0;
  for (const path of files.slice(0, maxFiles)) {
    if (baseNameOf(path).endsWith('.d.ts')) continue;
    const text = length > maxLength ? undefined : readText(path);
    if (text === undefined) {
      left.push(path);
      continue;
    }
    length += text.length;
    for (const stated of importsIn(text)) (stated.startsWith('http') ? modules : specifiers).add(stated);
  }
  return { specifiers: [...specifiers], modules: [...modules], left };
};
