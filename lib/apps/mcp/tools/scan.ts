import { acceptedContent, inputRequired } from '@modelcontextprotocol/server';
import { ApiProblem, type BodyOfResponse } from '@scangate/client';
import { readArtifact } from '@scangate/cli/scan/artifact';
import { findTarget } from '@scangate/cli/scan/scan-target';
import { resolveRepository, scanRequestOf, type ScanRequest } from '@scangate/cli/scan/scan-request';
import * as z from 'zod';
import { plainData } from '../plain-data.ts';
import type { Price } from '../spending.ts';
import { ToolError } from '../tool-error.ts';
import { price, target } from './shapes.ts';
import { defineTool, type ToolCall } from './tool.ts';

type Quote = BodyOfResponse<'quote-scan', 200>;
const targetShape = z.strictObject(target);
type Target = z.output<typeof targetShape>;

interface Asked {
  request: ScanRequest;
  repository: string;
  commit: string;
}

/** Creates the request of a scan from the clone and the input. @throws CliFailure, ToolError */
const requestOf = async (given: Target & { lockfile?: string }, call: ToolCall): Promise<Asked> => {
  const { context, signal } = call;
  const { repository: named = context.flags.repository, lockfile, commit, branch, base, unit, types } = given;
  const flags = {
    ...context.flags,
    repository: named,
    commit,
    branch,
    base,
    unit,
    types,
    lockfile,
    sbom: undefined,
    'pull-request': undefined,
  };
  const content = lockfile === undefined ? undefined : await call.readBelow(lockfile);
  const files = content === undefined ? context.files : { ...context.files, read: async () => content };
  const asked = { ...context, flags, files, positionals: [] };
  const found = findTarget(asked);
  const artifact = await readArtifact(asked, found.clone);
  const { client, address } = await call.connection();
  const repository = await resolveRepository(client, found, { address, signal });
  const request = scanRequestOf({ flags, target: found, artifact }, repository);
  return { request, repository: repository.fullName, commit: found.commit };
};

/** The known maximum cost of a scan. */
const priceOf = ({ price: { core, sast } }: Quote): Price => ({ core, sast });

const quoteShape = z.object({
  repository: z.string(),
  commit: z.string(),
  price,
  mayCostMore: z.string().optional(),
  scanTypes: z.array(z.string()),
  notScanned: z.array(z.string()),
  refusal: z.string().optional(),
});

const shownQuote = ({ repository, commit }: Asked, quote: Quote): z.input<typeof quoteShape> => {
  const { scanTypes, skippedScanTypes, laterCharges, refusal } = quote;
  return plainData({
    repository,
    commit,
    price: priceOf(quote),
    ...(laterCharges && { mayCostMore: laterCharges.detail }),
    scanTypes,
    notScanned: skippedScanTypes.map(({ scanType, reason }) => `${scanType}: ${reason}`),
    ...(refusal && {
      refusal: `${refusal.code ?? refusal.gate}. ${refusal.detail ?? ''} ${refusal.remedy ?? ''}`.trim(),
    }),
  });
};

const quoteFor = async ({ request }: Asked, { connection, signal }: ToolCall): Promise<Quote> => {
  const { client } = await connection();
  return (await client.call('quote-scan', { body: request, signal })).body;
};

export const quoteScan = defineTool({
  name: 'quote_scan',
  title: 'Quote a scan',
  description:
    'Returns what a scan of a commit would cost, and whether it would be refused. It spends nothing.',
  input: targetShape,
  output: quoteShape,
  async run(given, call) {
    const asked = await requestOf(given, call);
    return shownQuote(asked, await quoteFor(asked, call));
  },
});

const spendingShape = z.object({
  ...quoteShape.shape,
  scanId: z.string().optional(),
  deduplicated: z.boolean().optional(),
  confirmation: z.string().optional(),
  next: z.string(),
});

const answerShape = z.object({ confirm: z.boolean() });

/** Asks the person if the host supports it. @returns the response to give instead of a scan */
const askPerson = ({ repository, commit }: Asked, { core, sast }: Price, call: ToolCall) => {
  const { inputResponses } = call.server.mcpReq;
  if (!call.canAsk || acceptedContent(inputResponses, 'confirm', answerShape)?.confirm === true)
    return undefined;
  if (inputResponses?.['confirm'] !== undefined)
    throw new ToolError('declined', 'A person declined the scan.');
  const message = plainData(`Scan ${repository} at ${commit} for ${core} core and ${sast} SAST credits?`);
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: answerShape }) },
  });
};

/** Whether the service certainly started no scan. */
const isRefused = (error: unknown): boolean => error instanceof ApiProblem && error.status < 500;

const spend = async (asked: Asked, confirmation: string | undefined, call: ToolCall) => {
  const { spending, connection, signal } = call;
  const quote = await quoteFor(asked, call);
  const [shown, cost] = [shownQuote(asked, quote), priceOf(quote)];
  if (shown.refusal !== undefined) throw new ToolError('refused', shown.refusal);
  if (confirmation === undefined) {
    const offered = spending.offer(asked.request, cost);
    const next =
      'Call again with the same input and this confirmation, within ten minutes. Nothing is spent yet.';
    return { ...shown, confirmation: offered, next };
  }
  spending.check(confirmation, asked.request, cost);
  const question = askPerson(asked, cost, call);
  if (question) return question;
  const { client } = await connection();
  const isFirst = spending.count(confirmation, cost);
  // The confirmation is the idempotency key: it never starts a second scan.
  const input = { body: asked.request, idempotencyKey: confirmation, signal };
  const { body } = await client.call('create-scan', input).catch((error: unknown) => {
    if (isFirst && isRefused(error)) spending.giveBack(confirmation);
    throw error;
  });
  const { scanId, deduplicated } = body;
  if (isFirst && deduplicated) spending.giveBack(confirmation);
  return { ...shown, scanId, deduplicated, next: `Call wait_scan with ${scanId}.` };
};

const confirmation = z
  .string()
  .max(100)
  .optional()
  .describe('The value that the first call returned; without it nothing is spent.');

export const scanCommit = defineTool({
  name: 'scan_commit',
  title: 'Scan a commit',
  description:
    'Creates a scan of a pushed commit, in two calls: the first returns the price and a confirmation, the second one with that confirmation spends the credits.',
  input: z.strictObject({ ...target, confirmation }),
  output: spendingShape,
  spends: true,
  async run({ confirmation: given, ...what }, call) {
    return spend(await requestOf(what, call), given, call);
  },
});

export const checkLockfile = defineTool({
  name: 'check_lockfile',
  title: 'Scan a lockfile',
  description:
    'Creates a scan of a lockfile of the local tree, pushed or not, in two calls like scan_commit. It only reads files below the start folder.',
  input: z.strictObject({
    lockfile: z.string().max(1_000).describe('Its path relative to the start folder.'),
    repository: target.repository,
    unit: target.unit,
    types: target.types,
    confirmation,
  }),
  output: spendingShape,
  spends: true,
  async run({ confirmation: given, ...what }, call) {
    return spend(await requestOf(what, call), given, call);
  },
});
