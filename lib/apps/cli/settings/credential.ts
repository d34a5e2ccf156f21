import type { CommandContext } from '../commands/command.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';

/** What a client sends as its token. */
export type Token = string;

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message, 'token_refused');

/** Checks a token before it goes into a header. @throws CliFailure that never repeats it. */
export const requireTokenText = (text: string, from: string): string => {
  if (!/^[\x21-\x7e]{1,4096}$/.test(text))
    throw bad(`${from} is not a token: it has a space, a line break or a sign that no token has.`);
  return text;
};

/** A place where a credential may be. It answers undefined when it has none. */
export type CredentialSource = (context: CommandContext, address: string) => Promise<Token | undefined>;

const environmentToken: CredentialSource = async ({ environment }) => {
  const text = environment['SCANGATE_TOKEN'] ?? '';
  return text === '' ? undefined : requireTokenText(text, 'SCANGATE_TOKEN');
};

/** The places in their order: the variable, the CI's identity, what `login` stored. */
const sources: readonly CredentialSource[] = [environmentToken];

/** Finds the credential. @throws CliFailure when there is none. */
export const findCredential = async (context: CommandContext, address: string): Promise<Token> => {
  for (const source of sources) {
    const token = await source(context, address);
    if (token !== undefined) return token;
  }
  throw new CliFailure(
    exitCodes.access,
    'There is no credential. Set SCANGATE_TOKEN, or run scangate login.',
    'credential_missing',
  );
};
