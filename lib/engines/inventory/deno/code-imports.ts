import { baseNameOf } from '@scangate/engines/units/paths';
import type { ManifestInput } from '../lock-manifests/manifest-reader.ts';
import { moduleSpecifiers } from './module-specifiers.ts';

const extensions = ['*.ts', '*.tsx', '*.mts', '*.js', '*.jsx', '*.mjs'];
const [maxFiles, maxLength] = [2_000, 32 * 1024 * 1024];

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
    const { found: stated, isUncertain } = moduleSpecifiers(text, path.endsWith('x'));
    for (const each of stated) (each.startsWith('http') ? modules : specifiers).add(each);
    if (isUncertain) left.push(path);
  }
  return { specifiers: [...specifiers], modules: [...modules], left };
};
