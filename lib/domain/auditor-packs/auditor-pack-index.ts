import {
  htmlCode,
  htmlHead,
  htmlRow,
  htmlSection,
  htmlTable,
  htmlTail,
  htmlText,
} from '../reports/html/html-text.ts';
import type { AuditorPack } from '../records.ts';
import { packControls } from './compliance-controls.ts';

interface PackFacts {
  pack: AuditorPack;
  organization: string;
  scans: number;
  files: readonly { path: string; bytes: number; sha256: string }[];
  /** Sentences that say what the pack leaves out, and why. */
  leftOut: readonly string[];
}

const controlNote =
  'A file listed here is no proof that a control is fulfilled. That is for the auditor to judge.';

/** Renders the page that a person opens first: the scope of the pack, its files, and the evidence for each control. */
export const packIndex = ({ pack, organization, scans, files, leftOut }: PackFacts): string => {
  const facts: [string, string][] = [
    ['Organization', organization],
    ['From', pack.from],
    ['To, not included', pack.to],
    ['Repositories', pack.repositoryIds?.join(', ') ?? 'all'],
    ['Scans', String(scans)],
    ['Requested at', pack.requestedAt],
  ];
  const shown = files.map(({ path, bytes, sha256 }) =>
    htmlRow([htmlCode(path), String(bytes), htmlCode(sha256)]),
  );
  const answers = packControls(pack).map((entry) =>
    htmlRow(
      [entry.control, entry.answeredBy, entry.files.join(', '), entry.leftOut.join(', ')].map((cell) =>
        htmlText(cell),
      ),
    ),
  );
  return [
    htmlHead(`Auditor pack: ${organization}`),
    '<h1>Auditor pack</h1>\n',
    htmlSection(
      'What it covers',
      htmlTable({
        head: ['What', 'Value'],
        rows: facts.map(([name, value]) => htmlRow([name, htmlCode(value)])),
      }),
    ),
    ...(leftOut.length === 0
      ? []
      : [htmlSection('What is left out', leftOut.map((line) => `<p>${htmlText(line)}</p>\n`).join(''))]),
    htmlSection('Files', htmlTable({ head: ['File', 'Bytes', 'SHA-256'], rows: shown })),
    htmlSection(
      'Controls',
      `<p>${controlNote}</p>\n${htmlTable({ head: ['Control', 'Answered by', 'Files', 'Left out'], rows: answers })}`,
    ),
    htmlTail,
  ].join('');
};

const ledgerNote = `
ledger.csv has the entries of the credit ledger with the hashes that seal them. To check the chain:
  npm run verify-ledger -- ledger.csv
`;

/** Explains how to check a pack without the service, and what it leaves out. */
export const packReadme = ({
  withLedger,
  leftOut,
}: {
  withLedger: boolean;
  leftOut: readonly string[];
}): string => `Auditor pack

Open index.html first. Every table is there twice: as JSON Lines with everything, and as CSV for a spreadsheet, in which an
apostrophe precedes text that would be computed.

manifest.json has the SHA-256 of every other file, and manifest.dsse.json the signature over it. To check both:
  npm run verify-verdict -- pack.zip --keys keys.json --organization <id>
Get the keys from the service itself, at /.well-known/scangate/keys: a key inside this file proves nothing about who signed.
${leftOut.map((line) => `\n${line}\n`).join('')}${withLedger ? ledgerNote : ''}`;
