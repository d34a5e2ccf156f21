/** The CIs whose variables are understood. Those that issue JWTs have the names of the trust rules (docs/ci-trust.md). */
export const ciHosts = [
  'github',
  'gitlab',
  'jenkins',
  'azure',
  'circleci',
  'bitbucket',
  'buildkite',
  'teamcity',
] as const;
export type CiHost = (typeof ciHosts)[number];

/** The way in which the CI gives its job a JWT. It names variables and holds no secret, so that it can be printed. */
export type OidcSource =
  /** The JWT is in a variable already. */
  | { kind: 'variable'; variable: string }
  /** The job asks an address of its CI, with a bearer token of the CI. */
  | {
      kind: 'request';
      method: 'GET' | 'POST';
      addressVariable: string;
      tokenVariable: string;
      /** Query parameters that the address needs; the audience comes beside them as `audienceParameter`. */
      query: Readonly<Record<string, string>>;
      /** Absent where the audience is fixed. */
      audienceParameter?: string;
      /** The property of the answer that holds the JWT. */
      property: string;
    }
  /** A program of the CI prints it. `{audience}` in an argument stands for the audience. */
  | {
      kind: 'command';
      command: readonly string[];
      /** Holds a JWT where the program is not there. */ otherwise?: string;
    };

/** The answers of the variables, the event and the clone of a CI. All texts are one line without control characters. */
export interface CiContext {
  host: CiHost;
  /** `owner/repo`, as the service names it. */
  repository?: string;
  /** The full hash of the pushed commit, not of a merge that the CI made. */
  commit?: string;
  branch?: string;
  tag?: string;
  pullRequest?: number;
  /** The branch that a pull request or a merge queue merges into. */
  targetBranch?: string;
  /** The full hash of the commit to compare with. Absent where the clone does not hold it; a note names the cure. */
  base?: string;
  /** The change comes from another repository, whose jobs have neither secrets nor an identity. */
  isFork: boolean;
  /** Identifies the run: a repeated step has the same one, a re-run another one. Absent without such a variable. */
  run?: { id: string; attempt: string; job: string };
  oidc?: OidcSource;
  /** A sentence about what gives the job an identity. Absent where `oidc` is there. */
  oidcCure?: string;
  /** Sentences about what is missing, and how to get it. */
  notes: readonly string[];
}

/** The questions about the clone. Every answer is undefined where git has none. */
export interface CiGit {
  /** The full hash of the commit that a revision names. */
  resolve(revision: string): string | undefined;
  /** The newest common ancestor of two commits, by their full hashes. */
  mergeBase(one: string, other: string): string | undefined;
  isShallow(): boolean;
}

/** The sources that a CI is read from. */
export interface CiSources {
  environment: Readonly<Record<string, string | undefined>>;
  /** The parsed payload of GitHub's event or the properties of TeamCity's build; undefined where there is none. */
  event?: unknown;
  git: CiGit;
}
