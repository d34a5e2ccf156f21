import { badFlag } from '../arguments/flags.ts';

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isScanId = (text: string): boolean => pattern.test(text.toLowerCase());

/** Parses the id of a scan. @throws CliFailure before any request for a malformed one. */
export const readScanId = (text = ''): string => {
  if (isScanId(text)) return text.toLowerCase();
  throw badFlag(
    'ID is the id of a scan, which scangate scan prints first: 36 digits, letters a to f and hyphens.',
  );
};
