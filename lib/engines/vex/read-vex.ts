import { asText, member } from '../inventory/parse/untrusted-value.ts';
import { readCsafVex } from './csaf-vex.ts';
import { readCycloneDxVex } from './cyclonedx-vex.ts';
import { readOpenVex } from './openvex.ts';
import { vexInvalid, type VexStatement } from './statement.ts';

const isOpenVex = (document: unknown): boolean =>
  /^https:\/\/openvex\.dev\/ns(?:\/|$)/.test(asText(member(document, '@context')) ?? '');

const isCsaf = (document: unknown): boolean => {
  const head = member(document, 'document');
  return member(head, 'csaf_version') === '2.0' && member(head, 'category') === 'csaf_vex';
};

/**
 * Reads the statements of a VEX document: OpenVEX, CycloneDX or CSAF 2.0. A document that is malformed anywhere is refused
 * as a whole. @throws UnreadableVex
 */
export const readVex = (document: unknown): VexStatement[] => {
  if (isOpenVex(document)) return readOpenVex(document);
  if (member(document, 'bomFormat') === 'CycloneDX') return readCycloneDxVex(document);
  if (isCsaf(document)) return readCsafVex(document);
  throw vexInvalid(
    '',
    'Send OpenVEX (with @context), CycloneDX (with bomFormat) or CSAF 2.0 of the category csaf_vex.',
  );
};
