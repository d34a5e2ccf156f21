import { defineFunction } from '#contract/function.ts';

/** The tasks of the scan workflow, and what ends a scan when the workflow itself cannot. */
export const prepare = defineFunction({
  name: 'prepare-scan',
  summary: 'Identifies the commit, fetches its files, finds the project units and charges new ones.',
  entry: 'functions/workflow/prepare-scan/handler.ts',
  needs: {
    core: 'write',
    ledger: 'append',
    blobs: { stream: ['work'] },
    vault: 'open',
    sources: true,
    recharge: 'start',
  },
  memoryMb: 2048,
  timeoutSeconds: 600,
  ephemeralMb: 4096,
});

export const scanUnit = defineFunction({
  name: 'scan-unit',
  summary: 'Runs the engines of one project unit and stores findings and SBOM.',
  entry: 'functions/workflow/scan-unit/handler.ts',
  needs: {
    core: 'read',
    blobs: { read: ['work', 'incoming'], write: ['results'] },
    advisories: 'read',
    licenseSource: true,
  },
  memoryMb: 2048,
  timeoutSeconds: 600,
  ephemeralMb: 4096,
});

export const finish = defineFunction({
  name: 'finish-scan',
  summary: 'Judges the units and ends the scan: verdict, refunds and terminal status in one transaction.',
  entry: 'functions/workflow/finish-scan/handler.ts',
  needs: { core: 'write', ledger: 'append', blobs: { read: ['results'], remove: ['incoming', 'work'] } },
  memoryMb: 512,
  timeoutSeconds: 60,
});

export const onExecutionEnded = defineFunction({
  name: 'on-execution-ended',
  summary: 'Ends the scan of an execution that timed out, was aborted or failed.',
  entry: 'functions/workflow/on-execution-ended/handler.ts',
  needs: { core: 'write', ledger: 'append', blobs: { remove: ['incoming', 'work'] } },
  memoryMb: 512,
  timeoutSeconds: 60,
});

export const checkArtifact = defineFunction({
  name: 'check-artifact',
  summary: 'Reads an uploaded lockfile or validates a CycloneDX SBOM before a scan is created from it.',
  entry: 'functions/workflow/check-artifact/handler.ts',
  needs: { blobs: { read: ['incoming'] } },
  memoryMb: 1024,
  timeoutSeconds: 25,
});

export const rechargePool = defineFunction({
  name: 'recharge-pool',
  summary: 'Charges a pack for a pool that runs low, and gives its credits.',
  entry: 'functions/workflow/recharge-pool/handler.ts',
  needs: { core: 'write', ledger: 'append', paymentProvider: true },
  memoryMb: 512,
  timeoutSeconds: 60,
});

export const workflowFunctions = [
  prepare,
  scanUnit,
  finish,
  onExecutionEnded,
  checkArtifact,
  rechargePool,
] as const;
