import * as z from 'zod';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { extractArtifacts } from '../json/extract-artifacts.ts';
import { branchName, commitHash, id } from './resources.ts';
import { validateBody, type Hints } from '../validate.ts';

/**
 * A scan to create or quote. It may be uploaded first (`POST /v1/uploads`). The rules between fields, and those of paths,
 * are in lib/domain/scans/validate-artifact-request.ts.
 */
export const scanRequest = z
  .strictObject({
    repositoryId: id.meta({ description: 'From GET /v1/repositories/resolve; a name is not accepted.' }),
    commitHash: commitHash.meta({ description: 'The full commit hash.' }),
    branch: branchName.optional(),
    projectUnitId: id
      .optional()
      .meta({ description: 'Limits the scan to this unit; required with an artifact.' }),
    scanTypes: z
      .array(z.enum([...scanTypes, 'all']))
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Omitted, or containing "all": the full scope.' }),
    baseCommitHash: commitHash.optional().meta({
      description:
        'Compares with this commit, which is the tip of a reviewed branch or an ancestor of it. The answer of the wait has a pullRequestCheck.',
    }),
    baseScanId: id.optional().meta({ description: 'Compares an artifact with this earlier scan.' }),
    pullRequest: z
      .strictObject({ number: z.int().min(1).max(2_147_483_647), url: z.string().max(512).optional() })
      .optional()
      .meta({
        description: 'The pull request that the commit belongs to. Its URL is on the host of the repository.',
      }),
    lockfile: z
      .strictObject({ path: z.string(), content: z.string() })
      .optional()
      .meta({ description: 'A lockfile built in CI. Relative path; not together with sbom.' }),
    sbom: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'A CycloneDX JSON document, 1.2 to 1.7; not together with lockfile.' }),
  })
  .meta({
    examples: [
      { repositoryId: '0190a0b0-0000-4000-8000-000000000003', commitHash: 'a'.repeat(40), branch: 'main' },
      {
        repositoryId: '0190a0b0-0000-4000-8000-000000000003',
        commitHash: 'a'.repeat(40),
        baseCommitHash: 'b'.repeat(40),
        pullRequest: { number: 7 },
      },
    ],
  });
export type ScanRequest = z.infer<typeof scanRequest>;

const resolveFirst = 'Resolve the full name first (GET /v1/repositories/resolve) and send repositoryId.';

/** The common mistakes in a scan request. */
export const scanRequestHints: Hints = {
  '/commitSha': 'Use commitHash.',
  '/sha': 'Use commitHash.',
  '/commit': 'Use commitHash.',
  '/fullName': resolveFirst,
  '/repository': resolveFirst,
  '/types': 'Use scanTypes.',
  '/scan_types': 'Use scanTypes.',
  '/repositoryId':
    'A repository name is not accepted here: resolve it first (GET /v1/repositories/resolve) and send the repositoryId it returns.',
  '/baseCommit': 'Use baseCommitHash.',
  '/base': 'Use baseCommitHash.',
  '/baseBranch': 'Use baseCommitHash: the hash of the commit, not the name of a branch.',
  '/baseCommitHash': 'Send the full commit hash, not an abbreviation, a branch or a tag.',
  '/commitHash': 'Send the full commit hash, not an abbreviation, a branch or a tag.',
};

/** The fields of a scan request, inline or uploaded. */
export const scanRequestFields: ReadonlySet<string> = new Set([
  ...Object.keys(scanRequest.shape),
  'uploadId',
]);

/**
 * Parses and validates the JSON of a scan request, and extracts its artifact, which is a part of the JSON's bytes.
 * @throws Problem malformed_json, unknown_field or validation_failed.
 */
export const parseScanRequest = (json: Buffer): { request: ScanRequest; artifact?: Uint8Array } => {
  const { rest, artifact } = extractArtifacts(json, scanRequestFields);
  return { request: validateBody(scanRequest, rest, scanRequestHints), ...(artifact && { artifact }) };
};

/** Refers to a request that was uploaded first; if only an SBOM was uploaded, the other fields are given beside it. */
export const uploadReference = z.strictObject({
  ...scanRequest.omit({ lockfile: true, sbom: true }).partial().shape,
  uploadId: id,
});
