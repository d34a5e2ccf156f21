import { scanFlags, targetFlags, waitFlags } from '../scan/scan-flags.ts';
import { defineCommand, type AnyCommand } from './command.ts';
import { exitNote } from './exit-note.ts';

export const scanCommand = defineCommand({
  name: 'scan',
  summary: 'Scans a commit, a lockfile or an SBOM; the exit code is the verdict.',
  positionals: [{ name: 'PATH', isRequired: false }],
  flags: scanFlags,
  notes: [
    'PATH is the clone whose commit is scanned (the current directory). The service fetches the commit itself: push first. With --offline, PATH may be the https URL of a repository too.',
    'A repeated CI step finds its scan and costs nothing; a re-run creates a new one.',
    'Offline, commits are scanned, not the files of the working tree, unless --working-tree or --staged says so. Without --advisories, and without data of scangate advisories import, dependencies are NOT assessed. The result is neither stored nor signed.',
    'Reports do not affect the exit code, except 6 if one cannot be written.',
    exitNote,
  ],
  example: 'scangate scan --repository acme/shop --branch main --fail-on high',
  run: async (context) => {
    const { flags } = context;
    if (flags.offline) {
      const offline = await context.loadOffline();
      return offline.scan(context);
    }
    const { scanOnline } = await import('../scan/scan-online.ts');
    return scanOnline(context);
  },
});

const waitCommand = defineCommand({
  name: 'wait',
  summary: 'Waits for the verdict of a running scan.',
  positionals: [{ name: 'ID', isRequired: true }],
  flags: waitFlags,
  notes: [exitNote],
  example: 'scangate wait 0197c0de-0000-7000-8000-000000000001 --timeout 600',
  run: async (context) => {
    const { waitCommandLine } = await import('../scan/wait-command.ts');
    return waitCommandLine(context);
  },
});

const quoteCommand = defineCommand({
  name: 'quote',
  summary: 'Shows what a scan would cost; spends nothing.',
  positionals: [{ name: 'PATH', isRequired: false }],
  flags: targetFlags,
  notes: ['Exit codes: 0 the scan would start, 5 plan or credits would refuse it, else as scan.'],
  example: 'scangate quote --types sca,secrets',
  run: async (context) => {
    const { quote } = await import('../scan/quote.ts');
    return quote(context);
  },
});

/** The commands that ask for a scan. */
export const scanCommands: readonly AnyCommand[] = [scanCommand, waitCommand, quoteCommand];
