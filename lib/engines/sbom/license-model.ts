import {
  LicenseExpression,
  NamedLicense,
  SpdxLicense,
  type License,
} from '@cyclonedx/cyclonedx-library/Models';
import { LicenseAcknowledgement } from '@cyclonedx/cyclonedx-library/Enums';
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

/**
 * Converts a license to CycloneDX's form: an SPDX id, an SPDX expression, or a name. A license from the data set is
 * concluded, because the file does not declare it.
 */
export const licenseModel = (stated: string, from?: 'data-set'): License => {
  const options = from === undefined ? {} : { acknowledgement: LicenseAcknowledgement.Concluded };
  const id = spdxSpelling(stated);
  if (id !== undefined && isSupportedSpdxId(id)) return new SpdxLicense(id, options);
  if (!isExpression(stated)) return new NamedLicense(stated, options);
  return Object.assign(new LicenseExpression(stated), options);
};
