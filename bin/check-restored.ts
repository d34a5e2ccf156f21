/**
 * `npm run restore:check -- --core TABLE --ledger TABLE --keys FILE [--statements DIR --public-key FILE]`: checks restored
 * tables in the account of the environment's credentials, before a deployment uses them. The keys are the answer of GET
 * /.well-known/scangate/keys, the statements a copy of the bucket of seals, and the public key is that of the ledger.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkRestored } from '#local/restore-drill/check-restored.ts';
import { copiedStatements } from '#local/restore-drill/check-restored-seals.ts';
import { readKeySet } from '@scangate/domain/evidence/check-envelope';

const text = { type: 'string' } as const;
const options = { core: text, ledger: text, keys: text, statements: text, 'public-key': text };
const { core, ledger, keys: file, statements: folder, 'public-key': keyFile } = parseArgs({ options }).values;
const keys = file === undefined ? undefined : readKeySet(readFileSync(file, 'utf8'));
if (
  core === undefined ||
  ledger === undefined ||
  keys === undefined ||
  (folder === undefined) !== (keyFile === undefined)
) {
  console.error(
    'Usage: npm run restore:check -- --core TABLE --ledger TABLE --keys FILE [--statements DIR --public-key FILE]',
  );
  process.exit(6);
}
const client = DynamoDBDocumentClient.from(new DynamoDBClient());
const statements =
  folder === undefined || keyFile === undefined ? undefined : copiedStatements(folder, readFileSync(keyFile));
const { violations, lost, ...checked } = await checkRestored(client, { core, ledger }, { keys, statements });
console.log(`checked: ${JSON.stringify(checked)}`);
for (const sentence of lost) console.log(`lost: ${sentence}`);
for (const violation of violations) console.log(`wrong: ${violation}`);
process.exitCode = violations.length === 0 ? 0 : 1;
