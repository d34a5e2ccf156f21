import { spawnSync } from 'node:child_process';
import { isEncrypted } from '@scangate/client/encrypted-address';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import type { CiSources, OidcSource } from './ci-context.ts';

interface JwtPorts {
  environment: CiSources['environment'];
  fetch: typeof fetch;
  signal?: AbortSignal;
}

type SourceOf<K extends OidcSource['kind']> = Extract<OidcSource, { kind: K }>;

const timeoutMs = 30_000;
const maxLength = 16_384;

/** Error messages never repeat a response: it may be the JWT. */
const refuse = (detail: string): never => {
  throw new CliFailure(exitCodes.access, `The CI gave no JWT: ${detail}`, 'ci_jwt_missing');
};

const jwtForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const checked = (text: unknown, from: string): string =>
  typeof text === 'string' && text.length <= maxLength && jwtForm.test(text.trim())
    ? text.trim()
    : refuse(`what ${from} gave is not one.`);

const fromVariable = (variable: string, { environment }: JwtPorts): string =>
  checked(environment[variable] ?? refuse(`${variable} is not set.`), variable);

/** The token of the CI is sent only to an encrypted address, or one on this machine. */
const addressOf = (variable: string, environment: CiSources['environment']): URL => {
  const address = URL.parse(environment[variable] ?? '');
  if (address && isEncrypted(address)) return address;
  return refuse(`${variable} is not an https URL.`);
};

const fromRequest = async (
  source: SourceOf<'request'>,
  audience: string,
  { environment, fetch, signal }: JwtPorts,
): Promise<string> => {
  const { addressVariable, tokenVariable, query, audienceParameter, property, method } = source;
  const address = addressOf(addressVariable, environment);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  if (audienceParameter !== undefined) address.searchParams.set(audienceParameter, audience);
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  const answer = await fetch(address, {
    method,
    redirect: 'error',
    headers: { Authorization: `Bearer ${environment[tokenVariable] ?? ''}`, Accept: 'application/json' },
    signal: AbortSignal.any(limits),
  }).catch(() => refuse(`the address of ${addressVariable} does not answer.`));
  if (!answer.ok) return refuse(`the address of ${addressVariable} answers ${answer.status}.`);
  const body: unknown = await answer.json().catch(() => undefined);
  const isRecord = typeof body === 'object' && body !== null && Object.hasOwn(body, property);
  const value = isRecord ? (body as Record<string, unknown>)[property] : undefined;
  return checked(value, `the address of ${addressVariable}`);
};

const fromCommand = (
  { command: [program = '', ...args], otherwise }: SourceOf<'command'>,
  audience: string,
  ports: JwtPorts,
): string => {
  const given = args.map((argument) => argument.replace('{audience}', () => audience));
  const { status, stdout, error } = spawnSync(program, given, {
    env: { ...ports.environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: timeoutMs,
    windowsHide: true,
  });
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT';
  if (isMissing && otherwise !== undefined) return fromVariable(otherwise, ports);
  if (isMissing) return refuse(`the program ${program} is missing.`);
  return status === 0 ? checked(stdout, program) : refuse(`${program} failed with ${status ?? 'a signal'}.`);
};

/** An audience is inserted into the JSON of a command, so it must not contain JSON's special characters. */
const audienceForm = /^[\w:./@-]{1,300}$/;

/**
 * Gets a JWT from the CI. Some JWTs can be used only once, so each exchange gets its own.
 * @throws CliFailure with the cause.
 */
export const ciJwt = async (source: OidcSource, audience: string, ports: JwtPorts): Promise<string> => {
  if (!audienceForm.test(audience)) return refuse('the audience has invalid characters.');
  switch (source.kind) {
    case 'variable':
      return fromVariable(source.variable, ports);
    case 'request':
      return fromRequest(source, audience, ports);
    case 'command':
      return fromCommand(source, audience, ports);
  }
};
