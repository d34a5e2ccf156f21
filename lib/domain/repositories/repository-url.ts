import { Problem } from '../problem.ts';

/**
 * The words of ALLOWED_SOURCES: public hosts over https, repositories on this disk, this machine (also over http), and
 * hosts with private addresses (docs/adr/0016-sources.md).
 */
const allowedSourceNames = ['https', 'file', 'loopback', 'private'] as const;
type AllowedSource = (typeof allowedSourceNames)[number];
export type AllowedSources = ReadonlySet<AllowedSource>;

const providers = ['github', 'gitlab', 'bitbucket', 'gitea', 'git', 'file'] as const;
type Provider = (typeof providers)[number];

export interface RepositoryUrl {
  /** The form that is stored and compared: no trailing slash, host in lower case, no default port. */
  url: string;
  provider: Provider;
  /** `owner/repo`, from the end of the path. */
  fullName: string;
}

const maxUrlLength = 2048;

const providerOfHost: ReadonlyMap<string, Provider> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
  ['codeberg.org', 'gitea'],
  ['gitea.com', 'gitea'],
]);

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Reads the comma-separated list of ALLOWED_SOURCES. Empty means https only. @throws Error that names an unknown word. */
export const readAllowedSources = (list = ''): AllowedSources => {
  const words = list.split(',').map((word) => word.trim());
  const names = words.filter((word) => word !== '');
  return new Set(names.length === 0 ? ['https'] : names.map(toAllowedSource));
};

const toAllowedSource = (word: string): AllowedSource => {
  const name = allowedSourceNames.find((known) => known === word);
  if (!name) throw new Error(`ALLOWED_SOURCES knows ${allowedSourceNames.join(', ')}, but not "${word}"`);
  return name;
};

/** The refusal never repeats the URL, because the URL may hold a credential. */
const refuse = (detail: string, hint?: string): never => {
  const part = { pointer: '/url', code: 'repository_url_invalid', detail };
  throw new Problem('repository_url_invalid', { detail, errors: [hint ? { ...part, hint } : part] });
};

const useHttps = 'Send the https URL of the repository, like https://github.com/owner/repo.';

/** Encodes a path character by character: `?`, `#` and `%` are part of a file name, not of a URL. */
const urlOfPath = (path: string): URL => {
  if (/\p{Cc}/u.test(path)) return refuse('The path has a control character.');
  const isWindows = !path.startsWith('/');
  const segments = (isWindows ? `/${path.replaceAll('\\', '/')}` : path).split('/');
  const encoded = segments.map((segment, at) =>
    isWindows && at === 1 ? segment : encodeURIComponent(segment),
  );
  return new URL(`file://${encoded.join('/')}`);
};

const parseUrl = (text: string, allowed: AllowedSources): URL => {
  if (allowed.has('file') && /^(?:\/|[a-z]:[\\/])/i.test(text)) return urlOfPath(text);
  if (/[\s\\\p{Cc}]/u.test(text)) return refuse('The URL has a space, a backslash or a control character.');
  // "git@host:owner/repo" is not a URL, and "host:22/repo" would be a URL with the scheme "host".
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text))
    return refuse('This is not a URL.', useHttps);
  return new URL(text);
};

const checkScheme = (url: URL, allowed: AllowedSources): void => {
  if (url.protocol === 'https:' && allowed.has('https')) return;
  if (url.protocol === 'file:' && allowed.has('file')) {
    if (url.host) refuse('A file URL names no host.');
    return;
  }
  if (url.protocol === 'http:' && allowed.has('loopback') && loopbackHosts.includes(url.hostname)) return;
  refuse('Only https URLs are accepted.', useHttps);
};

const segmentsOf = (url: URL): string[] => {
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const segments = path.split('/').slice(1);
  if (segments.length === 0) refuse('The URL names no repository.', useHttps);
  return segments.map((segment) => {
    const name = decodeSegment(segment);
    if (name === undefined || name === '' || /[/\\\p{Cc}]/u.test(name))
      return refuse('The path of the URL has an empty or unreadable part.');
    return name;
  });
};

const decodeSegment = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** Joins the last two parts of the path. A path of one part gets the host in front. */
const fullNameOf = (url: URL, segments: string[]): string => {
  const [owner, repo] = segments.length > 1 ? segments.slice(-2) : [url.hostname || 'local', ...segments];
  return `${owner}/${repo?.replace(/(?<=.)\.git$/, '')}`;
};

/**
 * Parses the URL of a repository into the form that is stored. The IP address of its host is checked when a
 * connection is made, not here.
 * @param text an https URL. With `file` allowed also a `file:` URL or an absolute path, with `loopback` also http to
 * this machine.
 * @throws Problem repository_url_invalid.
 */
export const parseRepositoryUrl = (text: string, allowed: AllowedSources): RepositoryUrl => {
  if (text.length > maxUrlLength) refuse(`The URL is longer than ${maxUrlLength} characters.`);
  const url = parseUrl(text, allowed);
  checkScheme(url, allowed);
  if (url.username || url.password)
    refuse('The URL contains a user name or password.', 'Send the credential separately, as `credential`.');
  if (url.search || url.hash || /[?#]$/.test(url.href)) refuse('The URL has a query or a fragment.');
  const segments = segmentsOf(url);
  const isFile = url.protocol === 'file:';
  return {
    url: url.href.replace(/(?<!\/)\/+$/, ''),
    provider: isFile ? 'file' : (providerOfHost.get(url.hostname) ?? 'git'),
    fullName: fullNameOf(url, segments),
  };
};
