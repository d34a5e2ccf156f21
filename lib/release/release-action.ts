import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleAction } from './command-line-files.ts';

const source = 'lib/apps/action';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Writes the files of the repository that `uses:` names. They depend on the sources only, so every machine builds
 * the same bytes.
 * @returns the size of the bundle in bytes
 */
export const releaseAction = async (root: string, folder: string): Promise<number> => {
  const { files } = await bundleAction(root);
  const bundle = files.find(({ path }) => path.endsWith('index.mjs'))?.contents ?? new Uint8Array();
  const contents = new Map<string, Uint8Array>([
    ['README.md', readFileSync(join(root, source, 'README.md'))],
    ['action.yml', readFileSync(join(root, source, 'action.yml'))],
    ['dist/index.mjs', bundle],
  ]);
  const sums = [...contents].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join('');
  for (const [name, bytes] of [...contents, ['SHA256SUMS', Buffer.from(sums)] as const]) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  return bundle.length;
};
