/** Writes the repository of the Action into a folder: `npm run release:action -- DIR`. */
import { join, resolve } from 'node:path';
import { releaseAction } from '#release/release-action.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: npm run release:action -- DIR');
  process.exit(6);
}
const place = resolve(process.env['INIT_CWD'] ?? process.cwd(), folder);
const bytes = await releaseAction(join(import.meta.dirname, '..'), place);
console.log(`${place} has the Action; its bundle is ${bytes} bytes.`);
