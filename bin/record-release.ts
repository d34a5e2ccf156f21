/** `npm run release:record`: keeps what this release leaves in an account, for the tests of the next one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthesize } from '#test/infra/synthesized.ts';
import { recordRelease } from '#test/support/releases/recorded-release.ts';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const file = join(root, 'test', 'infra', 'releases', 'recorded', `${version}.json`);
writeFileSync(file, `${JSON.stringify(recordRelease(version, synthesize().stacks), undefined, 2)}\n`);
console.log(file);
