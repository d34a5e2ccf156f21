import { detectCi, readCi } from '../ci/index.ts';
import type { CommandContext } from '../commands/command.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { ciTokens } from './ci-identity.ts';
import { isCi } from './is-ci.ts';
import { storedLogin } from './stored-credential.ts';

/** The token that a client sends, and where it comes from. */
export interface Credential {
  /** A function is called before each request. */
  token: string | (() => Promise<string>);
  from: 'environment' | 'ci' | 'login';
  /** Names the place for people. */
  title: string;
  /** Its expiry, if known. */
  expiresAt?: string;
}

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message, 'token_refused');

/** Checks a token before it goes into a header. @throws CliFailure that never repeats it. */
export const requireTokenText = (text: string, from: string): string => {
  if (!/^[\x21-\x7e]{1,4096}$/.test(text))
    throw bad(`${from} is not a token: it has a space, a line break or another invalid character.`);
  return text;
};

/** A possible source of a credential. It returns undefined when it has none. */
type CredentialSource = (context: CommandContext, address: string) => Credential | undefined;

const environmentToken: CredentialSource = ({ environment }) => {
  const text = environment['SCANGATE_TOKEN'] ?? '';
  if (text === '') return undefined;
  const token = requireTokenText(text, 'SCANGATE_TOKEN');
  return { token, from: 'environment', title: 'SCANGATE_TOKEN' };
};

const ciIdentity: CredentialSource = (context, address) => {
  const ci = readCi(context);
  const token = ci && ciTokens(ci, context, address);
  const title = `the identity of ${detectCi(context.environment)?.title ?? 'the CI'}`;
  return token && { token, from: 'ci', title };
};

/** A person may have used a CI machine; the credential they stored must not be used by its jobs. */
const storedToken: CredentialSource = ({ environment }, address) => {
  const login = isCi(environment) ? undefined : storedLogin(environment, address);
  if (!login) return undefined;
  const { token, expiresAt } = login;
  return {
    token: requireTokenText(token, 'The credential of scangate login'),
    from: 'login',
    title: 'scangate login',
    ...(expiresAt !== undefined && { expiresAt }),
  };
};

/** The sources in their order: the variable, the CI's identity, what `login` stored. */
const sources: readonly CredentialSource[] = [environmentToken, ciIdentity, storedToken];

/** Whether there is a stored credential, which is not used in a CI. One that cannot be read counts as none. */
const hasStored = ({ environment }: CommandContext, address: string): boolean => {
  try {
    return storedLogin(environment, address) !== undefined;
  } catch (error) {
    if (error instanceof CliFailure) return false;
    throw error;
  }
};

/** Explains why there is no credential, and how to get one. */
const missing = (context: CommandContext, address: string): CliFailure => {
  const { environment } = context;
  if (!isCi(environment))
    return new CliFailure(
      exitCodes.access,
      'There is no credential. Run scangate login, or set SCANGATE_TOKEN.',
      'credential_missing',
    );
  const cure = readCi(context)?.oidcCure;
  const ways = cure === undefined ? 'Set SCANGATE_TOKEN.' : `${cure} Or set SCANGATE_TOKEN.`;
  if (hasStored(context, address))
    return new CliFailure(
      exitCodes.access,
      `The credential of scangate login is not used in CI. ${ways}`,
      'stored_credential_ignored',
    );
  return new CliFailure(exitCodes.access, `There is no credential. ${ways}`, 'credential_missing');
};

/** Finds the credential, if there is one. Nothing is sent yet. @throws CliFailure for one that cannot be used. */
export const credentialHere = (context: CommandContext, address: string): Credential | undefined => {
  for (const source of sources) {
    const found = source(context, address);
    if (found) return found;
  }
  return undefined;
};

/** Finds the credential. Nothing is sent yet. @throws CliFailure when there is none. */
export const findCredential = (context: CommandContext, address: string): Credential => {
  const found = credentialHere(context, address);
  if (!found) throw missing(context, address);
  return found;
};
