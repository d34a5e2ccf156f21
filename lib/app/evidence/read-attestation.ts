import type { Change, RecordKeys } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { envelopeOf, statementPayloadType, type DsseEnvelope } from '@scangate/domain/evidence/dsse';
import type { StatedVerdict } from '@scangate/domain/evidence/verdict-statement';
import type { PlanName } from '@scangate/domain/plans/plan-names';
import { requireCapability } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import type { Attestation } from '@scangate/domain/records';
import { isPayloadExpired } from '@scangate/domain/scans/payload-retention';
import { engineVersionsOf, type EngineVersions } from '@scangate/domain/verdict/judgment';
import type { Signer, VerificationKey, VerificationKeys } from '#ports/signer.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadResults } from '../verdict/load-judged-scan.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { EndedScan } from '../scans/load-scan.ts';
import { firstVerdict, signAttestation } from './sign-statement.ts';
import { stateVerdict, type StatementPorts } from './state-verdict.ts';

export interface AttestationPorts extends StatementPorts {
  store: Pick<Store<'attestation' | 'repository'>, 'get'> & Pick<Store<'attestation'>, 'commit'>;
  signer: Signer;
  verificationKeys: VerificationKeys;
}

export interface AttestationRequest {
  /** The digest of the inputs of a later judgment; undefined for the first verdict. */
  judgment?: string | undefined;
  /** The plan, which must include `proof_export` if nothing is signed yet. */
  plan: PlanName;
}

/** A signed verdict with the key that verifies it. */
export interface ReadAttestation {
  envelope: DsseEnvelope;
  key: VerificationKey;
  attestation: Attestation;
}

class AttestationConflict extends Conflict {
  constructor() {
    super('the verdict was signed meanwhile');
  }
}

/**
 * Finds the verdict to state.
 * @throws Problem not_attested, or not_found for a judgment that is not kept.
 */
const statedVerdict = (scan: EndedScan, judgment: string | undefined): StatedVerdict => {
  const { verdict } = scan.verdict;
  if (verdict === 'ERROR')
    throw new Problem('not_attested', {
      detail: 'The scan failed or was canceled.',
      scanStatus: scan.status,
    });
  if (scan.artifact && scan.artifact.sha256 === undefined)
    throw new Problem('not_attested', { detail: 'The digest of the artifact was not stored.' });
  if (judgment === undefined) return { ...scan.verdict, verdict };
  const found = scan.judgments?.find(({ inputsDigest }) => inputsDigest === judgment);
  if (!found) throw new Problem('not_found', { detail: 'The scan has no such judgment.' });
  return found;
};

/** Returns the versions of the engines; nothing for a purged payload. */
const enginesOf = async (scan: EndedScan, { blobs }: AttestationPorts): Promise<EngineVersions> => {
  try {
    return engineVersionsOf(await loadResults(scan, blobs));
  } catch (error) {
    if (isPayloadExpired(error)) return {};
    throw error;
  }
};

const writeStatement = async (
  scan: EndedScan,
  { judgment, plan }: AttestationRequest,
  ports: AttestationPorts,
): Promise<string> => {
  const stated = statedVerdict(scan, judgment);
  requireCapability(plan, 'proof_export');
  const { organizationId, repositoryId, verdict } = scan;
  const [repository, engines] = await Promise.all([
    ports.store.get('repository', { organizationId, repositoryId }),
    enginesOf(scan, ports),
  ]);
  const named = judgment === undefined ? {} : { judgment };
  return stateVerdict({ scan, repository, verdict, stated, engines, ...named }, ports);
};

/** Stores a signed verdict if none is stored, or if the stored one has the signature of this key. */
const storeSigned = (item: Attestation, replaced: Attestation | undefined): Change<'attestation'> => ({
  change: 'insert',
  record: 'attestation',
  item,
  ...(replaced && { replaceIf: [{ field: 'keyId', is: 'equal', value: replaced.keyId }] }),
  onConflict: () => new AttestationConflict(),
});

export type SignedStatementPorts = Pick<AttestationPorts, 'signer' | 'verificationKeys'> & {
  store: Pick<Store<'attestation'>, 'get' | 'commit'>;
};

/**
 * Returns a signed statement. One that is not signed yet is written and signed now; one whose key was revoked or
 * removed from the key set is signed again (docs/adr/0087-signed-verdicts.md).
 * @throws Transient when the key does not respond, and the errors of `write`.
 */
export const readSigned = (
  { id, write }: { id: RecordKeys['attestation']; write: () => Promise<string> },
  { store, signer, verificationKeys }: SignedStatementPorts,
  now: Date,
): Promise<ReadAttestation> =>
  retryOnConflict(limits.attest, async () => {
    const stored = await store.get('attestation', id, { consistent: true });
    const keys = await verificationKeys.keys();
    const known = keys.find(({ keyId, state }) => keyId === stored?.keyId && state !== 'revoked');
    if (stored && known) return readOf(stored, known);
    const statement = stored?.statement ?? (await write());
    const signed = await signAttestation({ ...id, statement }, signer, now);
    await commitOrThrow(store, [storeSigned(signed, stored)]);
    const key = keys.find(({ keyId }) => keyId === signed.keyId);
    if (!key) throw new Error('the key that signs is not in the key set');
    return readOf(signed, key);
  });

/**
 * Returns the signed verdict of a scan, or of a later judgment, based on its stored records.
 * @throws Problem not_attested, not_found, entitlement_denied; Transient when the key does not respond.
 */
export const attestationOf = (
  scan: EndedScan,
  request: AttestationRequest,
  { ports, now }: { ports: AttestationPorts; now: Date },
): Promise<ReadAttestation> => {
  const { organizationId, scanId } = scan;
  const id = { organizationId, scanId, judgment: request.judgment ?? firstVerdict };
  return readSigned({ id, write: () => writeStatement(scan, request, ports) }, ports, now);
};

/** The envelope of a stored attestation. */
export const storedEnvelope = (attestation: Attestation): DsseEnvelope =>
  envelopeOf({
    payloadType: statementPayloadType,
    payload: Buffer.from(attestation.statement),
    keyId: attestation.keyId,
    signature: Buffer.from(attestation.signature, 'base64'),
  });

const readOf = (attestation: Attestation, key: VerificationKey): ReadAttestation => ({
  attestation,
  key,
  envelope: storedEnvelope(attestation),
});
