import type { Client } from '@scangate/client';
import { dayOf } from '@scangate/domain/instant';
import type { CommandContext } from '../commands/command.ts';
import type { loginFlags } from '../commands/login.ts';
import { CliFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../output/terminal.ts';
import { addressOf, clientOf } from '../settings/connection.ts';
import { isCi } from '../settings/is-ci.ts';
import { storedLogin, storeLogin, type StoredLogin } from '../settings/stored-credential.ts';
import { requireConfigFolder } from '../settings/config-folder.ts';
import { pollForToken } from './device-flow.ts';
import { identityText, readIdentity } from './identity.ts';
import { revokeStored } from './revoke-stored.ts';

type Context = CommandContext<typeof loginFlags>;

const bad = (message: string, because?: string): CliFailure =>
  new CliFailure(exitCodes.badInput, message, because);

/** Checks that the token can be stored before the person approves. @returns the login that is stored there. */
const requirePlace = ({ environment, flags }: Context, address: string): StoredLogin | undefined => {
  if (isCi(environment))
    throw bad(
      'scangate login is for people: its credential is not used in CI. Use the identity of the CI, or set SCANGATE_TOKEN.',
      'login_under_ci',
    );
  if (flags.quiet === true && flags.json === true)
    throw bad('scangate login shows a code: leave out --quiet and --json.');
  requireConfigFolder(environment);
  return storedLogin(environment, address);
};

const tokenForm = /^sg[ps]_[0-9A-Za-z]{36}$/;

/** Reads a token from standard input, where one line break may end it. @throws CliFailure that never repeats it. */
const readToken = async ({ readInput }: Context): Promise<string> => {
  const token = (await readInput()).replace(/\r?\n$/, '');
  if (token === '') throw bad('Standard input is empty. Pipe a token into scangate login --token-stdin.');
  if (/[\r\n]/.test(token)) throw bad('Standard input has more than one line.', 'token_refused');
  if (!tokenForm.test(token))
    throw bad('Standard input is not a personal or service token.', 'token_refused');
  return token;
};

/** The page where a person approves. A deployment without a public address returns only its path. */
const pageOf = (verificationUri: string, address: string): string => {
  const url = URL.parse(verificationUri, `${address}/`);
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  throw new CliFailure(
    exitCodes.noVerdict,
    'The service answered with an invalid page URL.',
    'unexpected_answer',
  );
};

/** Shows what the person has to do, even with `--quiet`. */
const prompt = ({ terminal, flags }: Context, text: string): void =>
  flags.quiet === true ? terminal.out(`${text}\n`) : terminal.log(text);

const loginByDevice = async (context: Context, anonymous: Client, address: string): Promise<StoredLogin> => {
  const { interrupted: signal } = context;
  const { body: started } = await anonymous.call('start-device-login', { signal });
  const page = pageOf(started.verificationUri, address);
  prompt(context, `Open ${printable(page)} and enter the code ${printable(started.userCode)}`);
  const minutes = Math.round(started.expiresIn / 60);
  context.terminal.log(`Waiting for your approval. The code is valid for ${minutes} minutes.`);
  const { token, tokenId, expiresAt } = await pollForToken(anonymous, started, context);
  return { token, tokenId, ...(expiresAt !== undefined && { expiresAt }) };
};

/** `login`: gets a token, and stores it for the address. @throws CliFailure */
export const loginCommandLine = async (context: Context): Promise<ExitCode> => {
  const { flags, terminal, interrupted } = context;
  const address = addressOf(context);
  const before = requirePlace(context, address);
  const isGiven = flags['token-stdin'] === true;
  const login: StoredLogin = isGiven
    ? { token: await readToken(context) }
    : await loginByDevice(context, clientOf(context, { address }), address);
  const client = clientOf(context, { address, token: login.token });
  // A given token is tested before it is stored; one that was just issued must not be lost.
  if (!isGiven) storeLogin(context, address, login);
  const identity = await readIdentity(client, interrupted);
  if (isGiven) storeLogin(context, address, login);
  if (before && before.token !== login.token) await revokeStored(context, { address, login: before });
  const { expiresAt } = login;
  const until = expiresAt === undefined ? '' : ` The token ends on ${dayOf(expiresAt)}.`;
  if (flags.json === true) {
    const exit = { code: exitCodes.pass, because: 'logged_in' };
    terminal.out(`${printableJson({ address, ...identity, expiresAt, exit })}\n`);
  } else terminal.out(`${printable(`Logged in as ${identityText(identity)}.${until}`)}\n`);
  return exitCodes.pass;
};
