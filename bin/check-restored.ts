/**
 * `npm run restore:check -- --core TABLE --ledger TABLE --keys FILE`: checks restored tables in the account of the
 * environment's credentials, before a deployment uses them. FILE is the answer of GET /.well-known/scangate/keys.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkRestored } from '#local/drill/check-restored.ts';
import { readKeySet } from '@scangate/domain/evidence/check-envelope';

const text = { type: 'string' } as const;
const { core, ledger, keys: file } = parseArgs({ options: { core: text, ledger: text, keys: text } }).values;
const keys = file === undefined ? undefined : readKeySet(readFileSync(file, 'utf8'));
if (core === undefined || ledger === undefined || keys === undefined) {
  console.error('Usage: npm run restore:check -- --core TABLE --ledger TABLE --keys FILE');
  process.exit(6);
}
const client = DynamoDBDocumentClient.from(new DynamoDBClient());
const { violations, ...checked } = await checkRestored(client, { core, ledger }, keys);
console.log(`checked: ${JSON.stringify(checked)}`);
for (const violation of violations) console.log(`wrong: ${violation}`);
process.exitCode = violations.length === 0 ? 0 : 1;
