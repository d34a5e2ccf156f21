/** The subject of a waiver, which is exactly one of five kinds. */
export type WaiverMatch =
  /** A vulnerability by its id or any alias. Only a statement of a VEX document limits it to a package. */
  | { advisory: string; package?: string | undefined }
  /** A package URL with or without version; `*` in its name stands for any text. */
  | { package: string }
  /** A rule for secrets, code or sources of packages; `path` is a pattern from the root of the repository. */
  | { rule: string; path?: string | undefined }
  /** A license that the policy does not accept, of all packages or of one. */
  | { license: string; package?: string | undefined }
  /** One finding. */
  | { fingerprint: string };

/** The place where a waiver applies: everywhere in the organization, in one repository or in one project unit. */
export interface WaiverScope {
  repositoryId?: string | undefined;
  projectUnitId?: string | undefined;
}

/** An approved waiver. It covers nothing from `expiresAt` on. */
export interface ActiveWaiver {
  waiverId: string;
  match: WaiverMatch;
  scope: WaiverScope;
  reason: string;
  /** Id of the person. */
  approvedBy: string;
  /** ISO instant. */
  expiresAt: string;
}

/** The part of a waiver that a waived finding shows. */
export type AppliedWaiver = Pick<ActiveWaiver, 'waiverId' | 'reason' | 'approvedBy' | 'expiresAt'>;
