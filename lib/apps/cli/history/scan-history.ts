import type { BodyOfResponse, Client, ItemOf } from '@scangate/client';
import { readCi } from '../ci/index.ts';
import type { CommandContext } from '../commands/command.ts';
import type { historyFlags } from '../commands/history-scan.ts';
import { CliFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import { printable, printableJson, table } from '../output/terminal.ts';
import { cloneAt } from '../scan/local-commit.ts';
import { repositoryAt } from '../scan/repository-at.ts';
import { resolveRepository } from '../scan/scan-request.ts';
import { connect } from '../settings/connection.ts';

type Context = CommandContext<typeof historyFlags>;
type HistoryScan = BodyOfResponse<'get-history-scan', 200>;
type Finding = ItemOf<'list-tracked-findings'>;

interface Asked {
  context: Context;
  client: Client;
  repositoryId: string;
}

/** The maximum number of findings that are shown. */
const maxShown = 100;

const creditsText = (credits: number): string => `${credits} core credit${credits === 1 ? '' : 's'}`;

const quoteText = ({ commits, files, credits, validUntil }: NonNullable<HistoryScan['quote']>): string =>
  `${commits} commits with ${files} versions of files cost ${creditsText(credits.core)}. The quote is valid until ${validUntil}.`;

const gapLines = ({ unread }: HistoryScan): string[] => unread.map((reason) => `Not scanned: ${reason}`);

/** Polls until a history scan leaves a state. @throws CliFailure at the time limit. */
const awaitChange = async (
  started: HistoryScan,
  { context, client, repositoryId }: Asked,
): Promise<HistoryScan> => {
  const { flags, sleep, elapsedMs, interrupted: signal } = context;
  const { timeout = 3600, interval = 10 } = flags;
  const { historyScanId, status } = started;
  const params = { repositoryId, historyScanId };
  const endMs = elapsedMs() + timeout * 1000;
  let current = started;
  while (current.status === status) {
    if (elapsedMs() >= endMs || signal.aborted)
      throw new CliFailure(
        exitCodes.noVerdict,
        `The history scan ${historyScanId} is still running.`,
        'wait_timeout',
      );
    await sleep(interval * 1000);
    current = (await client.call('get-history-scan', { params, signal })).body;
  }
  return current;
};

const requireDone = (scan: HistoryScan): HistoryScan => {
  if (scan.status !== 'failed') return scan;
  const message = `The history scan failed: ${scan.errorCode ?? 'system_error'}. ${scan.error ?? ''}`;
  throw new CliFailure(exitCodes.error, printable(message).trim(), scan.errorCode ?? 'system_error');
};

const rowOf = ({ severity, rule, file, history }: Finding): string[] => [
  `  ${severity}`,
  rule,
  file,
  history?.commitHash.slice(0, 12) ?? '',
  history?.goneFromHead ? 'gone from head, still in the history' : '',
];

/** The secrets of the history, the worst first. */
const secretsOf = async ({ client, context, repositoryId }: Asked): Promise<Finding[]> => {
  const query = { kind: 'secret', repositoryId, state: 'open', limit: 1000 } as const;
  const found: Finding[] = [];
  for await (const item of client.items('list-tracked-findings', { query, signal: context.interrupted }))
    if (item.history) found.push(item);
  return found;
};

const show = async (scan: HistoryScan, asked: Asked): Promise<ExitCode> => {
  const { flags, terminal } = asked.context;
  const found = scan.secrets === undefined ? [] : await secretsOf(asked);
  if (flags.json) {
    terminal.out(`${printableJson({ historyScan: scan, secrets: found })}\n`);
    return exitCodes.pass;
  }
  const { secrets, refunded, quote } = scan;
  const lines = [
    ...(secrets
      ? [
          `${secrets.total} secret${secrets.total === 1 ? '' : 's'}, ${secrets.goneFromHead} of them gone from head but still in the history.`,
        ]
      : [...(quote ? [quoteText(quote)] : []), `History scan ${scan.historyScanId}: ${scan.status}.`]),
    ...(refunded && refunded.core > 0 ? [`Refunded: ${creditsText(refunded.core)}.`] : []),
    ...gapLines(scan),
  ];
  terminal.out(lines.map((line) => `${printable(line)}\n`).join(''));
  if (found.length > 0) terminal.out(`${table(found.slice(0, maxShown).map(rowOf))}\n`);
  if (found.length > maxShown) terminal.log(`${found.length - maxShown} more are not listed.`);
  return exitCodes.pass;
};

/** Cancels a history scan, and waits for its end, to show the findings so far. */
const cancel = async (historyScanId: string, asked: Asked): Promise<ExitCode> => {
  const { client, context, repositoryId } = asked;
  const { flags, terminal, interrupted: signal } = context;
  const params = { repositoryId, historyScanId };
  const { body: canceled } = await client.call('cancel-history-scan', { params, signal });
  terminal.log(`Canceled: ${historyScanId}`);
  const goesOn = canceled.status === 'running' && !flags['no-wait'];
  return show(goesOn ? await awaitChange(canceled, asked) : canceled, asked);
};

/** `history-scan`: quotes a scan of the whole history, and starts it if the price is accepted. @throws CliFailure */
export const scanHistory = async (context: Context): Promise<ExitCode> => {
  const { flags, terminal, environment, directory, interrupted: signal } = context;
  const clone = cloneAt(directory, environment);
  const repository = repositoryAt({ flags }, clone, readCi({ environment, directory }));
  const { client, address } = await connect(context);
  const { repositoryId } = await resolveRepository(client, { repository, clone }, { address, signal });
  const asked = { context, client, repositoryId };
  if (flags.cancel !== undefined) return cancel(flags.cancel, asked);
  const params = { repositoryId };
  const { body: quoting } = await client.call('quote-history-scan', { params, signal });
  terminal.log(`Counting the history: ${quoting.historyScanId}`);
  const quoted = requireDone(await awaitChange(quoting, asked));
  const price = quoted.quote?.credits.core ?? 0;
  const most = flags['max-credits'];
  if (most === undefined) return show(quoted, asked);
  if (price > most)
    throw new CliFailure(
      exitCodes.billing,
      `The history costs ${creditsText(price)}, more than --max-credits ${most}.`,
      'max_credits',
    );
  const body = { historyScanId: quoted.historyScanId };
  const { body: running } = await client.call('start-history-scan', { params, body, signal });
  terminal.log(`Scanning the history for ${creditsText(price)}`);
  if (flags['no-wait']) return show(running, asked);
  const isEnded = running.status !== 'running';
  return show(requireDone(isEnded ? running : await awaitChange(running, asked)), asked);
};
