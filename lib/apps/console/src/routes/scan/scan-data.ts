import type { BodyOfResponse, Finding, VerdictPayload } from '@scangate/client';

/** The answers of the endpoints of one scan. */
export type Scan = BodyOfResponse<'get-scan', 200>;
export type Explanation = BodyOfResponse<'explain-scan'>;
export type Comparison = BodyOfResponse<'compare-scans'>;
export type Repository = BodyOfResponse<'get-repository', 200>;
export type CoverageEntry = NonNullable<VerdictPayload['coverage']>[number];
export type FindingOf<K extends Finding['kind']> = Extract<Finding, { kind: K }>;

/** A finding with its place in the repository, where it has one. */
export interface FindingPlace {
  file: string;
  line?: number | undefined;
}

/** Says where a scan stands in its repository, for links to the code host. */
export interface CodePlace {
  commitHash: string;
  /** Absent until the repository is read, and where it is gone. */
  host?: { provider: string; url: string } | undefined;
  /** The path of each unit; the files of findings are relative to their unit. */
  unitPaths: ReadonlyMap<string, string>;
}

/** The path of a file from the root of the repository. */
export const fileInRepository = (
  unitPaths: CodePlace['unitPaths'],
  { projectUnitId, file }: { projectUnitId: string; file: string },
): string => {
  const unit = unitPaths.get(projectUnitId) ?? '';
  return unit === '' ? file : `${unit}/${file}`;
};
