import type { Change } from '@scangate/domain/record-changes';
import { capabilitiesOf, planAt } from '@scangate/domain/plans/entitlements';
import type { Account, Attestation, Repository, Scan } from '@scangate/domain/records';
import { engineVersionsOf } from '@scangate/domain/verdict/judgment';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import { digestOf } from '@scangate/engines/model/digest';
import type { UnitResult } from '@scangate/engines/model/results';
import { errorFields, type Log } from '#ports/log.ts';
import type { Signer } from '#ports/signer.ts';
import { firstVerdict, signAttestation } from './sign-statement.ts';
import { stateVerdict, type StatementPorts } from './state-verdict.ts';

export interface AttestEndingPorts extends StatementPorts {
  signer: Signer;
  log: Log;
}

/** The records that were loaded to end the scan. */
interface LoadedEnding {
  repository: Repository | undefined;
  account: Account | undefined;
}

/**
 * Returns the records that the ending transaction writes for a verdict; a second call for an equal verdict does not
 * sign again.
 */
export type AttestEnding = (ended: Scan, loaded: LoadedEnding) => Promise<Change<'attestation'>[]>;

type Judged = Scan & { verdict: Verdict & { verdict: 'PASS' | 'FAIL' } };

const isAttestable = (scan: Scan): scan is Judged =>
  scan.verdict !== undefined &&
  scan.verdict.verdict !== 'ERROR' &&
  (scan.artifact === undefined || scan.artifact.sha256 !== undefined);

const isIncluded = (account: Account | undefined, now: Date): boolean =>
  account !== undefined && capabilitiesOf(planAt(account, now.toISOString())).includes('proof_export');

/**
 * Signs the verdict with which a scan ends. The scan ends even if signing fails: a verdict that is not signed now is
 * signed when it is first read (docs/adr/0087-signed-verdicts.md).
 */
export const attestEnding = (
  results: readonly UnitResult[],
  ports: AttestEndingPorts,
  now: Date,
): AttestEnding => {
  const engines = engineVersionsOf(results);
  let tried: { of: string; item: Attestation | undefined } | undefined;

  const sign = async (scan: Judged, repository: Repository | undefined): Promise<Attestation | undefined> => {
    const { organizationId, scanId, verdict } = scan;
    try {
      const statement = await stateVerdict({ scan, repository, verdict, stated: verdict, engines }, ports);
      const id = { organizationId, scanId, judgment: firstVerdict };
      return await signAttestation({ ...id, statement }, ports.signer, now);
    } catch (error) {
      ports.log.warn('a verdict was not signed; it is signed when first read', {
        scanId,
        ...errorFields(error),
      });
      ports.log.metric('VerdictsUnsigned', 1);
      return undefined;
    }
  };

  return async (ended, { repository, account }) => {
    if (!isAttestable(ended) || !isIncluded(account, now)) return [];
    const of = digestOf(ended.verdict);
    if (tried?.of !== of) tried = { of, item: await sign(ended, repository) };
    return tried.item ? [{ change: 'insert', record: 'attestation', item: tried.item }] : [];
  };
};
