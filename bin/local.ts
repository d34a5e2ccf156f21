/** Starts the service on this machine (`npm start`). Later starts find the code compiled. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '..', 'build', 'compiled'));
const { beginLocal } = await import('#local/demo/begin-local.ts');
const begun = await beginLocal();
const { runLocal } = await import('#local/demo/run-local.ts');
await runLocal(begun);
