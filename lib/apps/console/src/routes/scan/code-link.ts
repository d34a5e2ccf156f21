interface Place {
  commitHash: string;
  file: string;
  line?: number | undefined;
}

interface CodeHost {
  provider: string;
  url: string;
}

const lineMarks: Readonly<Record<string, (line: number) => string>> = {
  github: (line) => `#L${line}`,
  gitlab: (line) => `#L${line}`,
  gitea: (line) => `#L${line}`,
  bitbucket: (line) => `#lines-${line}`,
};

const blobPaths: Readonly<Record<string, string>> = {
  github: 'blob',
  gitlab: '-/blob',
  gitea: 'src/commit',
  bitbucket: 'src',
};

const commitPaths: Readonly<Record<string, string>> = {
  github: 'commit',
  gitlab: '-/commit',
  gitea: 'commit',
  bitbucket: 'commits',
};

/** The address of the repository in a browser; undefined where it is not plainly https. */
const browserUrl = ({ url }: CodeHost): string | undefined => {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return undefined;
  return `${parsed.origin}${parsed.pathname.replace(/\.git$/, '').replace(/\/+$/, '')}`;
};

const isHash = (commitHash: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commitHash);

/** A segment that leads elsewhere is no file of the repository. */
const encodedPath = (file: string): string | undefined => {
  const segments = file.split('/');
  const isInside = segments.every((segment) => !['', '.', '..'].includes(segment));
  return isInside && file.isWellFormed() ? segments.map(encodeURIComponent).join('/') : undefined;
};

/** Returns the address of a line at the code host, at the scanned commit; undefined where the host is not known. */
export const codeLink = (host: CodeHost, { commitHash, file, line }: Place): string | undefined => {
  const base = browserUrl(host);
  const blob = blobPaths[host.provider];
  const path = encodedPath(file);
  if (base === undefined || blob === undefined || path === undefined || !isHash(commitHash)) return undefined;
  const mark = line === undefined ? '' : (lineMarks[host.provider]?.(line) ?? '');
  return `${base}/${blob}/${commitHash}/${path}${mark}`;
};

/** Returns the address of a commit at the code host. */
export const commitLink = (host: CodeHost, commitHash: string): string | undefined => {
  const base = browserUrl(host);
  const path = commitPaths[host.provider];
  return base === undefined || path === undefined || !isHash(commitHash)
    ? undefined
    : `${base}/${path}/${commitHash}`;
};
