import { attestationFlags, erasureFlags, ledgerFlags } from '../verify/verify-flags.ts';
import { defineCommand, type AnyCommand } from './command.ts';

const file = [{ name: 'FILE', isRequired: true }] as const;

const ends = 'Exit codes: 0 valid, 1 not valid (with the first reason), 2 unreadable, 6 wrong flags.';

const verdictNotes = [
  'A key inside the file proves nothing about the signer: give --keys and --organization.',
  'A verdict about some scan types or one project unit is only accepted if --types or --unit names them. One that lacks a type (required but not scanned, or not assessed) is only accepted if --types names other types.',
  'For an archive it prints which files are signed, and which are informational.',
  ends,
];

const runVerdict = async (
  context: Parameters<typeof import('../verify/verify-verdict.ts').verifyVerdict>[0],
) => {
  const { verifyVerdict } = await import('../verify/verify-verdict.ts');
  return verifyVerdict(context);
};

export const verifyCommands: readonly AnyCommand[] = [
  defineCommand({
    name: 'verify attestation',
    summary: 'Checks a signed verdict offline: an envelope or a bundle.',
    positionals: file,
    flags: attestationFlags,
    notes: verdictNotes,
    example: 'scangate verify attestation verdict.json --keys keys.json --organization org_1',
    run: runVerdict,
  }),
  defineCommand({
    name: 'verify proof',
    summary: 'Checks a proof, a release or an auditor pack offline.',
    positionals: file,
    flags: attestationFlags,
    notes: verdictNotes,
    example: 'scangate verify proof proof.zip --keys keys.json --organization org_1',
    run: runVerdict,
  }),
  defineCommand({
    name: 'verify ledger',
    summary: 'Checks an exported ledger offline: no sealed row changed.',
    positionals: file,
    flags: ledgerFlags,
    notes: [
      'No sealed row was changed, removed, added or moved. A file that was exported with `from` begins in the middle of the chain; the check starts there and says so.',
      ends,
    ],
    example: 'scangate verify ledger ledger.csv',
    run: async (context) => {
      const { verifyLedger } = await import('../verify/verify-ledger.ts');
      return verifyLedger(context);
    },
  }),
  defineCommand({
    name: 'verify erasure',
    summary: 'Checks the signed proof of an erasure offline.',
    positionals: file,
    flags: erasureFlags,
    notes: [ends],
    example: 'scangate verify erasure erasure.json --public-key key.pem',
    run: async (context) => {
      const { verifyErasure } = await import('../verify/verify-erasure.ts');
      return verifyErasure(context);
    },
  }),
];
