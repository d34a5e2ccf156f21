import { storedJson } from '#app/stored-json.ts';
import { verdictExtension, type VerdictStatement } from '@scangate/domain/evidence/verdict-statement';
import type { PlanName } from '@scangate/domain/plans/plan-names';
import { signedFiles } from '#app/archives/evidence-archive.ts';
import { streamArchive } from '#app/archives/zip-archive.ts';
import type { EndedScan } from '#app/scans/load-scan.ts';
import type { Readable } from 'node:stream';
import { attestationOf, type AttestationPorts } from '../read-attestation.ts';
import { proofFiles, type ProofPorts } from './proof-files.ts';

/**
 * Writes the proof of a scan's first verdict: the same scan and version of the service give the same bytes. Everything that
 * can be refused is checked before the first byte.
 * @throws Problem not_attested, entitlement_denied, payload_expired or proof_too_large.
 */
export const writeProof = async (
  scan: EndedScan,
  plan: PlanName,
  { ports, now }: { ports: AttestationPorts & ProofPorts; now: Date },
): Promise<Readable> => {
  const read = await attestationOf(scan, { plan }, { ports, now });
  const statement = storedJson<VerdictStatement>(read.attestation.statement);
  const { evidence } = statement.predicate[verdictExtension];
  const proven = { signed: signedFiles(read), evidence: Object.keys(evidence) };
  return streamArchive(await proofFiles(scan, proven, ports));
};
