/** Runs after `npm pack`: puts the package.json of this repository back. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
renameSync(join(folder, 'package.source.json'), join(folder, 'package.json'));
rmSync(join(folder, 'dist'), { recursive: true, force: true });
