/** The supported CI systems. Those that issue JWTs have the names used in trust rules (docs/ci-trust.md). */
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

/** The way in which the CI gives its job a JWT. It names variables and contains no secret, so it can be printed. */
export type OidcSource =
  /** The JWT is in a variable already. */
  | { kind: 'variable'; variable: string }
  /** The job requests it from an address of its CI, with a bearer token of the CI. */
  | {
      kind: 'request';
      method: 'GET' | 'POST';
      addressVariable: string;
      tokenVariable: string;
      /** Query parameters of the request; the audience is added as `audienceParameter`. */
      query: Readonly<Record<string, string>>;
      /** Absent where the audience is fixed. */
      audienceParameter?: string;
      /** The property of the response that contains the JWT. */
      property: string;
    }
  /** A program of the CI prints it. `{audience}` in an argument is replaced by the audience. */
  | {
      kind: 'command';
      command: readonly string[];
      /** The variable with a JWT, if the program is missing. */
      otherwise?: string;
    };

/** The facts from the variables, the event and the clone of a CI. All texts are one line without control characters. */
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
  /**
   * The full hash of the commit to compare with. Absent when the clone does not have it; a note then says how to get
   * it.
   */
  base?: string;
  /** The change comes from another repository, whose jobs have neither secrets nor an identity. */
  isFork: boolean;
  /** Identifies the run: the same for a repeated step, another one for a re-run. Absent without such a variable. */
  run?: { id: string; attempt: string; job: string };
  oidc?: OidcSource;
  /** A sentence about how to give the job an identity. Absent when `oidc` is present. */
  oidcCure?: string;
  /** Sentences about what is missing, and how to get it. */
  notes: readonly string[];
}

/** The questions about the clone. Every answer is undefined when git gives none. */
export interface CiGit {
  /** The full hash of the commit that a revision names. */
  resolve(revision: string): string | undefined;
  /** The newest common ancestor of two commits, by their full hashes. */
  mergeBase(one: string, other: string): string | undefined;
  isShallow(): boolean;
}

/** The sources from which a CI's facts are read. */
export interface CiSources {
  environment: Readonly<Record<string, string | undefined>>;
  /** The parsed payload of GitHub's event or the properties of TeamCity's build; undefined where there is none. */
  event?: unknown;
  git: CiGit;
}
