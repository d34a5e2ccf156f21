import type { MemoryStore } from '#adapters/memory/store.ts';
import { sign } from 'node:crypto';
import { verifyLedger } from '@scangate/cli/verify/verify-ledger';
import { checkRestored } from '#local/restore-drill/check-restored.ts';
import { deployedTableName } from '#runtime/wire/store.ts';
import { signedText, type ChainStatement } from '@scangate/domain/ledger/restoration';
import type { Organization } from '#test/simulation/actors/organization.ts';
import { sessionOf } from '#test/simulation/actors/sessions.ts';
import type { World } from '#test/simulation/start/world.ts';
import { isCode, pairOfAuditors, publicKeyOfAuditors, sealsBucket } from './auditors-key.ts';
import type { Report } from '../violation.ts';

const managers = ['owner', 'admin'];
/** Runs the check of restored tables, as an operator does: pools, seals and statements against the entries. */
const checkTables = async (world: World, report: Report): Promise<void> => {
  const tables = { core: deployedTableName('Core'), ledger: deployedTableName('Ledger') };
  const statements = {
    read: async (name: string) => sealsBucket(world).get(name),
    verify: async (bytes: Uint8Array, signature: string) => isCode(bytes, signature),
    names: async function* (prefix: string) {
      yield* [...sealsBucket(world).keys()].filter((name) => name.startsWith(prefix));
    },
  };
  const client = world.cloud.direct as never;
  const { violations, lost } = await checkRestored(client, tables, { keys: [], statements });
  for (const sentence of lost) report('audit', sentence);
  // Signatures of verdicts are codes here, which no public key verifies.
  for (const violation of violations)
    if (!violation.startsWith('the verdict of scan')) report('audit', violation);
};

/** The kept statements, by account. */
type KeptStatements = ReadonlyMap<string | undefined, [name: string, kept: Buffer][]>;

/** The statements about an account, signed as the key service would; its own signatures are codes here. */
const statementsOf = (kept: KeptStatements, accountId: string): { name: string; bytes: Buffer }[] =>
  (kept.get(accountId) ?? []).map(([name, bytes]) => {
    const { statement, signature } = JSON.parse(bytes.toString()) as {
      statement: ChainStatement;
      signature: string;
    };
    const text = Buffer.from(signedText(statement));
    if (!isCode(text, signature)) return { name, bytes };
    const signed = sign('sha256', text, pairOfAuditors.privateKey).toString('base64');
    return { name, bytes: Buffer.from(JSON.stringify({ statement, signature: signed })) };
  });

interface Auditing {
  world: World;
  kept: KeptStatements;
  /** The organizations that are closing: whoever closed one may not have got the answer. */
  closing: ReadonlySet<string>;
  report: Report;
}

/** Runs `verify ledger`, as a customer does, on the export of an organization, with its signed statements. */
const checkExport = async (
  organization: Organization,
  { world, kept, closing, report }: Auditing,
): Promise<void> => {
  const secret = await sessionOf(world, organization, managers);
  if (secret === undefined) return;
  const { status, text } = await world.api.call('export-ledger', { secret });
  // Whoever is closing exports everything at once, by another way.
  const isClosing = status === 409 && closing.has(organization.organizationId);
  if (status === 401 || status === 403 || isClosing) return;
  if (status !== 200)
    return report('audit', `the ledger of ${organization.taint} is not exported: ${status}`);
  const statements = statementsOf(kept, organization.parent ?? organization.organizationId);
  const said: string[] = [];
  const code = await verifyLedger({
    flags: statements.length > 0 ? { statements: 'statements', 'public-key': 'key' } : {},
    positionals: ['ledger.csv'],
    terminal: { out: (line: string) => void said.push(line) },
    files: {
      stream: async function* () {
        yield text;
      },
      readEach: async (path: string) =>
        path === 'key' ? [{ name: path, bytes: publicKeyOfAuditors }] : statements,
    },
  } as never);
  if (code !== 0) report('audit', `verify ledger of ${organization.taint}: ${said.join(' ').slice(0, 200)}`);
};

/** The operator's audit and the customers' program find every ledger clean. Whose erasure has begun cannot export any more. */
export const checkLedgers = async (world: World, store: MemoryStore, report: Report): Promise<void> => {
  await checkTables(world, report);
  const erased = new Set(store.all('erased').map(({ organizationId }) => organizationId));
  const kept = Map.groupBy(sealsBucket(world), ([name]) => name.split('/')[0]);
  const closing = new Set(
    store.all('organization').flatMap((one) => (one.closing ? [one.organizationId] : [])),
  );
  const auditing = { world, kept, closing, report };
  for (const organization of world.organizations)
    if (!erased.has(organization.organizationId))
      await world.finish('an auditor', () => checkExport(organization, auditing));
};
