const credentials = /^((?:[a-z]+\+)?[a-z]+:\/\/)[^/@]{1,500}@/i;
const hosts: ReadonlyMap<string, string> = new Map([
  ['github', 'github.com'],
  ['gitlab', 'gitlab.com'],
  ['bitbucket', 'bitbucket.org'],
  ['gist', 'gist.github.com'],
]);

/** Makes a URL fit for reports: credentials and the query, which often hold a token, are removed. */
export const publicUrl = (url: string): string =>
  url
    .slice(0, 2048)
    .replace(credentials, '$1')
    .replace(/\?[^#]*/, '');

/** Converts `owner/repository`, `github:owner/repository` and `git@host:path` to URLs. */
const repositoryUrl = (address: string): string => {
  const short = /^(?:(github|gitlab|bitbucket|gist):)?([\w.-]{1,100}\/)?([\w.-]{1,100})$/.exec(address);
  if (short) return `https://${hosts.get(short[1] ?? 'github')}/${short[2] ?? ''}${short[3]}`;
  const scp = /^[\w.-]{1,100}@([\w.-]{1,200}):(.{1,1000})$/.exec(address);
  if (scp) return `ssh://${scp[1]}/${scp[2]}`;
  return address;
};

const codeload =
  /^https:\/\/codeload\.github\.com\/([\w.-]{1,100}\/[\w.-]{1,100})\/tar\.gz\/([\w./-]{1,100})$/;

/** Converts a repository to the `vcs_url` of a purl: `git+https://host/path@commit`. */
export const vcsUrl = (spec: string): string => {
  const archive = codeload.exec(spec);
  if (archive) return `git+https://github.com/${archive[1]}@${archive[2]}`;
  const [address = '', fragment = ''] = publicUrl(spec).split('#', 2);
  const commit = /(?:^|[&:])commit[=:]([\w./-]{1,100})/.exec(fragment)?.[1] ?? fragment;
  const url = repositoryUrl(address);
  const tool = /^(?:git|hg|svn|bzr)(?:\+|:)/.test(url) ? '' : 'git+';
  return `${tool}${url}${/^[\w./-]{1,100}$/.test(commit) ? `@${commit}` : ''}`;
};
