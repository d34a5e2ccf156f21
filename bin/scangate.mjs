// Starts bin/cli.ts with a compile cache: later runs neither strip types nor parse. Plain JavaScript, since Node would
// otherwise load its TypeScript compiler for this file.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/scangate'));
await import('./cli.ts');
