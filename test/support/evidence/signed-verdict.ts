import type { DsseEnvelope } from '@scangate/domain/evidence/dsse';
import { publicKeySet } from '@scangate/domain/evidence/public-key-set';
import { verdictStatement, type VerdictFacts } from '@scangate/domain/evidence/verdict-statement';
import { canonicalJson, digestOf, sha256 } from '@scangate/engines/model/digest';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { noon } from '../world.ts';
import { signStatement } from './sign-statement.ts';
import type { TestSigner } from './test-signer.ts';

export const organizationId = '0aa0bb0c-0000-4000-8000-000000000001';
export const scanId = '0aa0bb0c-0000-7000-8000-000000000002';
export const unitId = '0aa0bb0c-0000-4000-8000-000000000003';
export const commitHash = 'c0ffee'.padEnd(40, '0');

export const policy = { severityThreshold: 'high' };
export const coverage: VerdictFacts['coverage'] = [
  { projectUnitId: unitId, scanType: 'sca', status: 'assessed', assessed: 3, gaps: [] },
];
/** The documents of the scan by the name that the statement gives them. */
export const documents: Readonly<Record<string, string>> = {
  'gate.json': canonicalJson({ policy }),
  [`${unitId}/findings.json`]: '[]',
  [`${unitId}/sbom.json`]: '{"bomFormat":"CycloneDX"}',
};

type Changed = { [K in keyof VerdictFacts]?: Partial<VerdictFacts[K]> };

/** The facts of a passed scan of a commit at the threshold high. */
export const verdictFacts = ({ scan, stated, ...more }: Changed = {}): VerdictFacts =>
  ({
    scan: {
      organizationId,
      scanId,
      commitHash,
      scanTypes: [...scanTypes],
      fullScope: true,
      skippedScanTypes: [],
      ...scan,
    },
    coverage,
    missingScanTypes: [],
    stated: {
      verdict: 'PASS',
      reasons: ['no_issues_found'],
      judgedAt: noon.toISOString(),
      advisorySnapshot: { id: 'snapshot-1', builtAt: noon.toISOString() },
      inventoryDigest: digestOf('inventory'),
      policyDigest: digestOf(policy),
      waiversDigest: digestOf([]),
      suppressionsDigest: digestOf([]),
      summary: { severityThreshold: 'high' },
      ...stated,
    },
    repository: { fullName: 'acme/shop', url: 'https://git.example.com/acme/shop.git' },
    publicUrl: 'https://scangate.example',
    engines: { sca: ['0.1.0'] },
    evidence: Object.fromEntries(Object.entries(documents).map(([name, text]) => [name, sha256(text)])),
    ...more,
  }) as VerdictFacts;

/** Signs the statement of a verdict. */
export const signedVerdict = (signer: TestSigner, changed: Changed = {}): Promise<DsseEnvelope> =>
  signStatement(verdictStatement(verdictFacts(changed)), signer);

/** The key set of the service, as it is published. */
export const keySetOf = async (signer: TestSigner): Promise<string> =>
  JSON.stringify(publicKeySet(await signer.keys()));
