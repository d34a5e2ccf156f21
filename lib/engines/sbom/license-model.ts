import {
  LicenseExpression,
  NamedLicense,
  SpdxLicense,
  type License,
} from '@cyclonedx/cyclonedx-library/Models';
import { isSupportedSpdxId } from '@cyclonedx/cyclonedx-library/SPDX';
import parseExpression from 'spdx-expression-parse';
import { spdxSpelling } from '../license/spdx-id.ts';

const isExpression = (text: string): boolean => {
  try {
    parseExpression(text);
    return true;
  } catch {
    return false;
  }
};

/** Converts a license to CycloneDX's form: an SPDX id, an SPDX expression, or a name. */
export const licenseModel = (stated: string): License => {
  const id = spdxSpelling(stated);
  if (id !== undefined && isSupportedSpdxId(id)) return new SpdxLicense(id);
  return isExpression(stated) ? new LicenseExpression(stated) : new NamedLicense(stated);
};
