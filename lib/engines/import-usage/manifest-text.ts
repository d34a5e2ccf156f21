import type { SourceFiles } from '../model/source-files.ts';
import { baseNameOf } from '../units/paths.ts';

const maxBytes = 20 * 1024 * 1024;

/** Reads the files with these names that are not too large and can be read, with the path of each. */
export function* manifestTexts(
  files: SourceFiles,
  names: ReadonlySet<string>,
): Generator<{ name: string; text: string }> {
  for (const { path, sizeBytes } of files.entries) {
    const name = baseNameOf(path);
    if (!names.has(name) || sizeBytes > maxBytes) continue;
    try {
      yield { name, text: Buffer.from(files.read(path)).toString('utf8') };
    } catch {
      // The inventory reports manifests that cannot be read.
    }
  }
}
