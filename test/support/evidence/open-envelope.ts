import { verdictExtension, type VerdictStatement } from '@scangate/domain/evidence/verdict-statement';
import type { DsseEnvelope } from '@scangate/domain/evidence/dsse';

/** Reads the statement of an envelope without checking anything. */
export const openEnvelope = ({ payload }: DsseEnvelope): VerdictStatement =>
  JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as VerdictStatement;

export const extensionOf = (envelope: DsseEnvelope) => openEnvelope(envelope).predicate[verdictExtension];
