import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, '..', '..', 'corpora');

/** Returns the exports of all files of a corpus with those in its folders, by path without the extension. */
export const modulesOf = async (
  corpus: string,
): Promise<[file: string, exports: Record<string, unknown>][]> => {
  const directory = join(folder, corpus);
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted();
  return Promise.all(
    files.map(async (file): Promise<[string, Record<string, unknown>]> => [
      file.replace(/\.ts$/, ''),
      (await import(pathToFileURL(join(directory, file)).href)) as Record<string, unknown>,
    ]),
  );
};

/** Returns the exported tables of a corpus that have this form, each once, named by its file, and by its export where the file has others. */
export const tablesOf = async <T>(
  corpus: string,
  isTable: (exported: unknown) => exported is T,
): Promise<[name: string, table: T][]> => {
  const known = new Set<unknown>();
  return (await modulesOf(corpus)).flatMap(([file, exports]) => {
    const own = Object.entries(exports).filter((entry): entry is [string, T] => {
      const isNew = isTable(entry[1]) && !known.has(entry[1]);
      known.add(entry[1]);
      return isNew;
    });
    return own.map(([name, table]): [string, T] => [own.length === 1 ? file : `${file}: ${name}`, table]);
  });
};
