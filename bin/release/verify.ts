/**
 * `npm run release:verify -- DIR --keys FILE`: checks a signed release offline, and exits with 1 when a file was changed,
 * added or removed, or another key signed it. FILE is a key set that came another way than DIR.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkRelease } from '#release/check-release.ts';
import { readKeySet } from '@scangate/domain/evidence/check-envelope';

const { values, positionals } = parseArgs({ options: { keys: { type: 'string' } }, allowPositionals: true });
const [named] = positionals;
const keys = values.keys === undefined ? undefined : readKeySet(readFileSync(values.keys, 'utf8'));
if (named === undefined || keys === undefined) {
  console.error('Usage: npm run release:verify -- DIR --keys FILE');
  process.exit(6);
}
const checked = checkRelease(resolve(process.env['INIT_CWD'] ?? process.cwd(), named), keys);
if ('faults' in checked) for (const fault of checked.faults) console.log(`wrong: ${fault}`);
else
  console.log(
    `The release ${checked.version} of ${checked.commit}: ${checked.files} files, as they were signed.`,
  );
process.exitCode = 'faults' in checked ? 1 : 0;
