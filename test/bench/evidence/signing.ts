import type { Figure } from '../figures.ts';
import type { Cost } from '../operations.ts';

const section = 'Evidence';
const what = 'ending a scan, signed';

/** Counts what the signature of a verdict adds to the end of a scan: calls of KMS, and the row of the signed statement. */
export const signingFigures = ({ requests }: Pick<Cost, 'requests'>): Figure[] => {
  const rows = requests.flatMap((call) => [...call.matchAll(/\bATTESTATION \d+ B = (\d+)/g)]);
  // Without the row nothing was signed, and nothing was measured.
  const units = rows.length === 1 ? Number(rows[0]?.[1]) : Number.NaN;
  return [
    {
      section,
      what,
      unit: 'KMS calls',
      value: requests.filter((call) => call.startsWith('kms ')).length,
      limit: 1,
      exactly: true,
    },
    { section, what, unit: 'write units more', value: units, limit: 6 },
  ];
};
