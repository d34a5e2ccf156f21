import { safeData } from '@scangate/domain/events/safe-data';

/** The parts of a request that may contain credentials: headers, and the URLs of incoming webhooks. */
interface SentRequest {
  headers: Readonly<Record<string, string>>;
  path: string;
}

const detailLength = 300;
/** No more than this of a response is examined, which is far more than is shown. */
const readLength = 65_536;
/** Shorter texts are words rather than credentials. */
const leastLength = 8;

/** Headers that every caller may know. */
const openHeaders = new Set(['accept', 'content-type', 'user-agent', 'x-github-api-version']);

/** Credentials in the notation of the providers, including those that a response contains. */
const knownTokens = [
  /\b(?:gh[oprsu]_|github_pat_|glpat-|gloas-|xox[a-z]-|xapp-|lin_(?:api|oauth)_|ATATT|ATCTT|ATBB)[\w=.-]{8,}/g,
  /(?<![\w-])(?=[\w-]*eyJ)[\w-]{11,}\.[\w-]{8,}\.[\w-]*/g,
];

/** Returns the secrets of a header: its value, its credential after the scheme, and the parts of a basic one. */
const secretsOfHeader = (value: string): string[] => {
  const [scheme = '', credential = ''] = value.split(' ');
  if (credential === '') return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, credential];
  const pair = Buffer.from(credential, 'base64').toString('utf8');
  return [value, credential, pair, pair.slice(pair.indexOf(':') + 1)];
};

const secretsOfPath = (path: string): string[] => {
  const { pathname, searchParams } = new URL(path, 'https://provider.invalid');
  const values = [...searchParams].filter(([name]) => /^(?:sig|signature|token|key|code)$/i.test(name));
  const isWebhook = pathname.startsWith('/services/') || values.length > 0;
  return [...values.map(([, value]) => value), ...(isWebhook ? [path, pathname] : [])];
};

/** The ways in which a response may quote a text. */
const spellingsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  secret.replaceAll('/', '\\/'),
  encodeURIComponent(secret),
];

/** Returns the beginning of a response as logs show it, without the credentials that were sent or that it contains. */
export const maskedResponse = (text: string, { headers, path }: SentRequest): string => {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    openHeaders.has(name.toLowerCase()) ? [] : secretsOfHeader(value),
  );
  const spellings = [...sent, ...secretsOfPath(path)]
    .filter((secret) => secret.length >= leastLength)
    .flatMap(spellingsOf)
    .toSorted((a, b) => b.length - a.length);
  const withoutSent = spellings.reduce(
    (left, secret) => left.replaceAll(secret, '…'),
    text.slice(0, readLength),
  );
  const masked = knownTokens.reduce((left, pattern) => left.replaceAll(pattern, '…'), withoutSent);
  const { detail } = safeData({ detail: masked });
  return String(detail).slice(0, detailLength);
};
