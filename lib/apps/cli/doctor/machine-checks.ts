import { detectCi, readCi } from '../ci/index.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { addressOf } from '../settings/connection.ts';
import { watchedFetch } from '../settings/watched-fetch.ts';
import type { Check } from './check.ts';

const least = { major: 22, minor: 21 };

/** The version of Node that runs this. */
export const nodeCheck = (version: string): Check => ({
  name: 'Node',
  needs: [],
  run: () => {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isOld = major < least.major || (major === least.major && minor < least.minor);
    if (isOld)
      throw new CliFailure(
        exitCodes.badInput,
        `${version} is too old.\nInstall Node ${least.major}.${least.minor} or newer.`,
        'node_too_old',
      );
    return { detail: version };
  },
});

export const ciCheck: Check = {
  name: 'CI',
  needs: [],
  run: (context) => {
    const reader = detectCi(context.environment);
    const ci = readCi(context);
    if (!reader || !ci) return { detail: 'none detected' };
    const parts = [
      reader.title,
      ...(ci.run ? [`run ${ci.run.id}, attempt ${ci.run.attempt}`] : []),
      ...(ci.isFork ? ['of a fork'] : []),
    ];
    if (ci.oidc !== undefined) return { detail: [...parts, 'with an identity'].join(', ') };
    const cure = ci.oidcCure === undefined ? '' : `\n${ci.oidcCure}`;
    return { detail: `${[...parts, 'without an identity'].join(', ')}${cure}`, isNote: true };
  },
};

/** The host of a proxy; its address may contain a credential. */
const proxyHost = (text: string): string => URL.parse(text)?.host || 'an invalid URL';

export const proxyCheck: Check = {
  name: 'proxy',
  needs: [],
  run: ({ environment }) => {
    const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
    const named = names.find((name) => (environment[name] ?? '') !== '');
    if (named === undefined) return { detail: 'none' };
    const without = environment['NO_PROXY'] ?? environment['no_proxy'] ?? '';
    const host = proxyHost(environment[named] ?? '');
    return { detail: `${host}, by ${named}${without === '' ? '' : '; NO_PROXY is set'}` };
  },
};

export const addressCheck: Check = {
  name: 'address',
  needs: [],
  run: (context, facts) => {
    facts.address = addressOf(context);
    return { detail: facts.address };
  },
};

/** A public document of the service, which needs no credential. */
const publicDocument = '/.well-known/scangate/keys';
const timeoutMs = 15_000;

/** The remedies by the cause of a failed connection. */
const remedies: readonly { pattern: RegExp; remedy: string }[] = [
  {
    pattern: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER/,
    remedy: 'Trust the authority that signed the certificate with --ca-file. The check cannot be turned off.',
  },
  { pattern: /ENOTFOUND|EAI_AGAIN/, remedy: 'Check the host name in the address, and DNS.' },
  {
    pattern: /ECONNREFUSED|ECONNRESET|TIMEDOUT|TIMEOUT|Timeout/,
    remedy: 'Check the port, the firewall, and HTTPS_PROXY.',
  },
];

/** The innermost cause that has a code, otherwise its name or its message. `fetch failed` alone is not helpful. */
const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  const inner = causeOf(error.cause);
  if (inner !== '') return inner;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  return error.name === 'TimeoutError' ? error.name : error.message;
};

export const reachCheck: Check = {
  name: 'TLS',
  needs: ['address'],
  run: async (context, facts) => {
    const { address = '' } = facts;
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), context.interrupted]);
    try {
      const options = { redirect: 'manual', signal } as const;
      facts.answer = await watchedFetch(context)(`${address}${publicDocument}`, options);
    } catch (error) {
      const cause = causeOf(error);
      const known = remedies.find(({ pattern }) => pattern.test(cause));
      const message = `The service cannot be reached (${cause === '' ? 'no answer' : cause}).`;
      const lines = known === undefined ? [message] : [message, known.remedy];
      throw new CliFailure(exitCodes.noVerdict, lines.join('\n'), 'out_of_reach');
    }
    if (facts.answer.status !== 200)
      throw new CliFailure(
        exitCodes.noVerdict,
        `The address answers ${facts.answer.status}, unlike the service.\nIs it the address of the service?`,
        'unexpected_answer',
      );
    const isPlain = address.startsWith('http:');
    return { detail: isPlain ? 'none: http on this machine' : 'the certificate is trusted' };
  },
};

const mostSeconds = 60;

/** A clock that is far off makes the service refuse JWTs of a CI and receivers refuse signatures of webhooks. */
export const clockCheck: Check = {
  name: 'clock',
  needs: ['answer'],
  run: ({ now }, { answer }) => {
    const told = Date.parse(answer?.headers.get('date') ?? '');
    if (Number.isNaN(told)) return { detail: 'the service does not send the time', isNote: true };
    const seconds = Math.round((now().getTime() - told) / 1000);
    const side = seconds < 0 ? 'behind' : 'ahead of';
    const detail = `${Math.abs(seconds)} s ${side} the service`;
    if (Math.abs(seconds) > mostSeconds)
      throw new CliFailure(
        exitCodes.access,
        `${detail}.\nSet the clock of this machine; otherwise identities are refused.`,
        'clock_off',
      );
    return { detail: seconds === 0 ? 'in sync with the service' : detail };
  },
};
