import { Problem } from '../problem.ts';

/**
 * What ALLOWED_SOURCES may name: public hosts over https, repositories on this disk, this machine (also over http),
 * hosts with private addresses.
 */
const allowedSourceNames = ['https', 'file', 'loopback', 'private'] as const;
type AllowedSource = (typeof allowedSourceNames)[number];
export type AllowedSources = ReadonlySet<AllowedSource>;

const providers = ['github', 'gitlab', 'bitbucket', 'gitea', 'git', 'file'] as const;
type Provider = (typeof providers)[number];

export interface RepositoryUrl {
  /** As it is stored and compared: no trailing slash, host in lower case, no default port. */
  url: string;
  provider: Provider;
  /** `owner/repo`, as far as the URL tells. */
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

/** Reads the comma list of ALLOWED_SOURCES; empty means https only. @throws Error naming an unknown word. */
export const readAllowedSources = (list = ''): AllowedSources => {
  const words = list.split(',').map((word) => word.trim());
  const names = words.filter((word) => word !== '');
  return new Set(names.length === 0 ? ['https'] : names.map(allowedSource));
};

const allowedSource = (word: string): AllowedSource => {
  const name = allowedSourceNames.find((known) => known === word);
  if (!name) throw new Error(`ALLOWED_SOURCES knows ${allowedSourceNames.join(', ')}, but not "${word}"`);
  return name;
};

/** The refusal never repeats the URL: what makes it unacceptable may be a credential. */
const refuse = (detail: string, hint?: string): never => {
  const part = { pointer: '/url', code: 'repository_url_invalid', detail };
  throw new Problem('repository_url_invalid', { detail, errors: [hint ? { ...part, hint } : part] });
};

const useHttps = 'Send the https URL of the repository, like https://github.com/owner/repo.';

/** A path is taken by the letter: what a URL would read as a query or an escape is part of a name. */
const urlOfPath = (path: string): URL => {
  if (/\p{Cc}/u.test(path)) return refuse('The path has a control character.');
  const isWindows = !path.startsWith('/');
  const segments = (isWindows ? `/${path.replaceAll('\\', '/')}` : path).split('/');
  const encoded = segments.map((segment, at) =>
    isWindows && at === 1 ? segment : encodeURIComponent(segment),
  );
  return new URL(`file://${encoded.join('/')}`);
};

const parsed = (text: string, allowed: AllowedSources): URL => {
  if (allowed.has('file') && /^(?:\/|[a-z]:[\\/])/i.test(text)) return urlOfPath(text);
  if (/[\s\\\p{Cc}]/u.test(text)) return refuse('The URL has a space, a backslash or a control character.');
  // "git@host:owner/repo" is no URL; "host:22/repo" would be one with a scheme of that name.
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
  const path = url.pathname.replace(/\/+$/, '');
  const segments = path.split('/').slice(1);
  if (segments.length === 0) refuse('The URL names no repository.', useHttps);
  return segments.map((segment) => {
    const name = decoded(segment);
    if (name === undefined || name === '' || /[/\\\p{Cc}]/u.test(name))
      return refuse('The path of the URL has an empty or unreadable part.');
    return name;
  });
};

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** The last two parts of the path; a path of one part is preceded by its host. */
const fullNameOf = (url: URL, segments: string[]): string => {
  const [owner, repo] = segments.length > 1 ? segments.slice(-2) : [url.hostname || 'local', ...segments];
  return `${owner}/${repo?.replace(/(?<=.)\.git$/, '')}`;
};

/**
 * Reads the URL of a repository as a customer gives it, and brings it to the one form that is stored.
 * Whether its host has a public address is asked when it is connected to, not here.
 * @param text https URL; with `file` allowed also a `file:` URL or an absolute path; with `loopback` also http to this machine.
 * @throws Problem `repository_url_invalid`.
 */
export const parseRepositoryUrl = (text: string, allowed: AllowedSources): RepositoryUrl => {
  if (text.length > maxUrlLength) refuse(`The URL is longer than ${maxUrlLength} characters.`);
  const url = parsed(text, allowed);
  checkScheme(url, allowed);
  if (url.username || url.password)
    refuse('The URL has a user name or password in it.', 'Send the credential separately, as `credential`.');
  if (url.search || url.hash || /[?#]$/.test(url.href)) refuse('The URL has a query or a fragment.');
  const segments = segmentsOf(url);
  const isFile = url.protocol === 'file:';
  return {
    url: url.href.replace(/\/+$/, ''),
    provider: isFile ? 'file' : (providerOfHost.get(url.hostname) ?? 'git'),
    fullName: fullNameOf(url, segments),
  };
};
