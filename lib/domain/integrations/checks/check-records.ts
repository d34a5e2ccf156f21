import type { Instant } from '@scangate/domain/records';

/** The APIs by which hosts accept results. */
export const checkApis = ['github', 'gitlab', 'bitbucket'] as const;
export type CheckApi = (typeof checkApis)[number];

/** The things that the service writes at the host of a repository after a scan. */
export interface CheckSettings {
  /** The result of a commit: a check run or a commit status. */
  status: boolean;
  /** One comment on a pull request or merge request. */
  comment: boolean;
  /** Findings at their lines, where the host supports them. */
  annotations: boolean;
  /** The API of the host, where its name does not determine it. */
  api?: CheckApi;
}

/** The reason why nothing is written until a person acts. */
export interface StoppedChecks {
  at: Instant;
  cause: 'credential_refused';
}

/**
 * Names the result that is shown on one commit or one pull request at its host. Only the holder writes there, so
 * that no two runs write at once (docs/adr/0086-repository-checks.md).
 */
export interface RepositoryCheck {
  organizationId: string;
  repositoryId: string;
  /** `commit:<hash>` or `pull:<number>`. */
  subject: string;
  /** The scan whose result is to be shown. */
  scanId: string;
  scanAt: Instant;
  /** Whether the result says little: the scan was canceled, or did not run what the policy requires. */
  weak: boolean;
  /** The scan whose result was written last. */
  written?: string;
  /** The id of the comment at the host. */
  externalId?: string;
  holder?: string;
  heldUntil?: Instant;
  /** Grows with every change. */
  version: number;
  expiresAt: Instant;
}
