import * as git from 'isomorphic-git';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { author, files } from '../repository.ts';

/** Makes a git repository with so many project units, each in a folder. @returns the hash of its commit. */
export const makeUnits = async (dir: string, count: number): Promise<string> => {
  fs.mkdirSync(dir, { recursive: true });
  await git.init({ fs, dir, defaultBranch: 'main' });
  for (let unit = 0; unit < count; unit += 1) {
    const folder = `packages/unit-${unit}`;
    fs.mkdirSync(join(dir, folder), { recursive: true });
    for (const [path, content] of Object.entries(files))
      fs.writeFileSync(join(dir, folder, path), path.endsWith('.js') ? `${content}// ${unit}\n` : content);
  }
  await git.add({ fs, dir, filepath: '.' });
  return git.commit({ fs, dir, message: 'Units', author });
};
