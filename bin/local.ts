/** Starts the service on this machine (`npm start`). Later starts find the code compiled. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '..', 'build', 'compiled'));
await import('#local/demo/run-local.ts');
