import { ApiProblem, type BodyOfResponse, type Client, type Finding } from '@scangate/client';
import { badFlag } from '../arguments/flags.ts';
import type { CommandContext } from '../commands/command.ts';
import { CliFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import { printableJson } from '../output/terminal.ts';
import { wrapLines } from '../output/wrap-lines.ts';
import { connect } from '../settings/connection.ts';
import { explanationText, findingText, type FindingExplanation } from './explanation-text.ts';
import { readScanId } from './scan-id.ts';

type Explanation = BodyOfResponse<'explain-scan', 200>;

/** Parses a fingerprint or its first digits. @throws CliFailure */
const readFingerprint = (text: string): string => {
  if (/^[0-9a-f]{6,64}$/i.test(text)) return text.toLowerCase();
  throw badFlag('FINGERPRINT has at least 6 hexadecimal digits; scangate findings ID --json lists them.');
};

/** The findings of an explanation, each with the reason why it counts. */
const explained = (explanation: Explanation): FindingExplanation[] => [
  ...explanation.reasons.flatMap(({ reason, findings }) =>
    findings.map(({ finding, severity, couldSuppress }) => ({ finding, reason, severity, couldSuppress })),
  ),
  ...explanation.suppressed.findings.map((finding) => ({ finding })),
];

/** Finds the findings with a fingerprint: among those that decide, then among all. */
const findingsNamed = async (
  client: Client,
  explanation: Explanation,
  { fingerprint, signal }: { fingerprint: string; signal: AbortSignal },
): Promise<FindingExplanation[]> => {
  const named = ({ finding }: { finding: Finding }): boolean => finding.fingerprint.startsWith(fingerprint);
  const deciding = explained(explanation).filter(named);
  if (deciding.length > 0) return deciding;
  const { scanId } = explanation;
  const others: FindingExplanation[] = [];
  for await (const finding of client.items('list-findings', {
    params: { scanId },
    query: { limit: 100 },
    signal,
  }))
    if (named({ finding })) others.push({ finding });
  return others;
};

const oneOf = (found: readonly FindingExplanation[], fingerprint: string): FindingExplanation[] => {
  const names = [...new Set(found.map(({ finding }) => finding.fingerprint))];
  if (names.length > 1)
    throw badFlag(
      `${fingerprint} names ${names.length} findings. Give more of: ${names.slice(0, 10).join(', ')}.`,
    );
  if (names.length === 1) return [...found];
  throw new CliFailure(
    exitCodes.badInput,
    `The scan has no finding with the fingerprint ${fingerprint}.`,
    'finding_not_found',
  );
};

/** The scan must have a verdict before it can be explained. */
const fetchExplanation = async (
  client: Client,
  scanId: string,
  signal: AbortSignal,
): Promise<Explanation> => {
  try {
    return (await client.call('explain-scan', { params: { scanId }, signal })).body;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'scan_not_ended') throw error;
    throw new CliFailure(
      exitCodes.noVerdict,
      `The scan has no verdict yet: scangate wait ${scanId}`,
      error.code,
    );
  }
};

/** `explain`: explains the verdict of a scan, or one of its findings. @throws CliFailure */
export const explain = async (context: CommandContext): Promise<ExitCode> => {
  const { flags, terminal, positionals, interrupted: signal } = context;
  const scanId = readScanId(positionals[0]);
  const fingerprint = positionals[1] === undefined ? undefined : readFingerprint(positionals[1]);
  const { client } = await connect(context);
  const explanation = await fetchExplanation(client, scanId, signal);
  if (fingerprint === undefined) {
    const shown = flags.json ? printableJson(explanation) : explanationText(explanation, terminal);
    terminal.out(`${flags.json ? shown : wrapLines(shown, terminal.columns)}\n`);
    return exitCodes.pass;
  }
  const found = oneOf(await findingsNamed(client, explanation, { fingerprint, signal }), fingerprint);
  const shown = flags.json
    ? printableJson({ scanId, explanations: found })
    : wrapLines(found.map(findingText).join('\n\n'), terminal.columns);
  terminal.out(`${shown}\n`);
  return exitCodes.pass;
};
